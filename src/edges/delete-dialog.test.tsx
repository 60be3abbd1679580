// Cause: "a.example/ restored" stayed beside "a.example deleted". Law: no message outlives what it tells.
import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import type { Route } from "#contract/route.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { useToast } from "#ui/toast.tsx";
import { DeleteEdgeDialog } from "./delete-dialog.tsx";
import { routesOf } from "#resources/edges.ts";
import { href, paths } from "#resources/paths.ts";
import { AbsentRoute } from "./absent-route.tsx";
import { AbsentEdge } from "./restored.tsx";
import { aboutDrafts } from "./drafts.ts";

const server = connectedServer();
const edge = {
  id: "edghts_1",
  uri: "",
  created_at: "2026-01-02T03:04:05Z",
  hostports: ["a.example:443"],
  routes: [],
};

const ROUTE = {
  id: "edghtsrt_1",
  uri: "",
  edge_id: edge.id,
  created_at: edge.created_at,
  match_type: "path_prefix",
  match: "/",
  backend: { enabled: true, backend: { id: "bkdtg_1", uri: "" } },
} as unknown as Route;

function RestoredThenDeleted() {
  const toast = useToast();
  const restored = { text: "a.example/ restored with a new ID", about: aboutDrafts(edge.id) };
  const created = { text: "Route a.example/ created", about: routesOf(edge.id).pathOf("edghtsrt_1") };
  const other = { text: "Route b.example/ created", about: routesOf("edghts_12").pathOf("edghtsrt_2") };
  return (
    <>
      <button type="button" onClick={() => [restored, created, other].forEach(toast)}>
        Restore
      </button>
      <DeleteEdgeDialog protocol="https" edge={{ ...edge, routes: [ROUTE] }} onClose={() => {}} />
    </>
  );
}

it("what was restored at an edge is not told any more once the edge is deleted", async () => {
  server.answerWith(json(204, {}));
  const { user } = renderInApp(<RestoredThenDeleted />);
  screen.getByText("Restore").click();
  expect(await screen.findByText(/restored with a new ID/)).toBeDefined();
  const dialog = within(await screen.findByRole("dialog"));
  // Cause: it named the stored port of an address, which no page behind it has. Law: an address is called the same everywhere.
  dialog.getByText("a.example");
  await user.click(dialog.getByRole("button", { name: "Delete HTTPS edge" }));
  // Cause: "a.example deleted" left open whether an edge, a route or a key was. Law: a message names what was done to what.
  expect(await screen.findByText("HTTPS edge a.example deleted")).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/restored with a new ID/)).toBeNull());
  expect(screen.queryByText("Route a.example/ created")).toBeNull();
  expect(screen.getByText("Route b.example/ created")).toBeDefined();
});

function DeletedTwice() {
  const [id, setId] = useState("edgtcp_1");
  const [open, setOpen] = useState(true);
  const again = () => [setId("edgtcp_2"), setOpen(true)];
  return (
    <>
      <button type="button" onClick={again}>
        Again
      </button>
      {open ? (
        <DeleteEdgeDialog protocol="tcp" edge={{ ...edge, id }} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

// Cause: what was restored was told as of an HTTPS edge, whatever kind it was. Law: the same of every kind of edge.
it("what was restored of a TCP edge is not told any more once it is deleted again", async () => {
  server.answerWith((request, response) => {
    json(request.method === "POST" ? 201 : 204, { ...edge, id: "edgtcp_2" })(request, response);
  });
  const { user } = renderInApp(<DeletedTwice />);
  await user.click(await screen.findByRole("button", { name: "Delete TCP edge" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText(/^Undone: TCP edge a\.example/);
  await user.click(screen.getByText("Again"));
  await user.click(await screen.findByRole("button", { name: "Delete TCP edge" }));
  await screen.findByText(/^TCP edge a\.example\S* deleted$/);
  expect(screen.queryByText(/^Undone/)).toBeNull();
});

function ClosedOnceDeleted({ of = edge }: { of?: Omit<typeof edge, "routes"> & { routes: Route[] } }) {
  const [open, setOpen] = useState(true);
  return open ? <DeleteEdgeDialog protocol="https" edge={of} onClose={() => setOpen(false)} /> : null;
}

// Cause: the refusal named by its id who has the address, and offered a try that could not fare better. Law: what is refused
// leads to what is in its way.
it("that can’t be restored while another edge has its address leads to that edge", async () => {
  server.answerWith((request, response) => {
    const msg = "a.example:443 is already served by edge edgtls_2. Choose another address.";
    const refusal = { error_code: "ERR_GATEHOUSE_7122", status_code: 409, msg };
    (request.method === "POST" ? json(409, refusal) : json(204, {}))(request, response);
  });
  const { user, router } = renderInApp(<ClosedOnceDeleted />);
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Delete HTTPS edge" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText("HTTPS edge a.example was not restored: its address is in use.", {
    selector: "output span",
  });
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show who uses it" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/edges/tls/edgtls_2"));
});

// Cause: after an undo, Back led to pages of what was deleted, with no way to what it was restored as. Law: what was restored under
// another ID is a click away from where it was.
it("leads from the pages of the old edge and its route to those that were restored", async () => {
  const [id, routeId] = ["edghts_new", "edghtsrt_new"];
  server.answerWith((request, response) => {
    const made = request.url?.endsWith("/routes") ? { ...ROUTE, id: routeId } : { ...edge, id };
    const answer = { POST: json(201, made), DELETE: json(204, {}) }[request.method ?? ""];
    (answer ?? json(404, { msg: "Not here." }))(request, response);
  });
  const old = (
    <>
      <AbsentEdge protocol="https" id={edge.id} />
      <AbsentRoute edgeId={edge.id} routeId={ROUTE.id} known />
    </>
  );
  const before = { ...edge, routes: [ROUTE] };
  const routes = [
    { path: paths.httpsEdge, element: old },
    { path: "*", element: <ClosedOnceDeleted of={before} /> },
  ];
  const { user } = renderInApp(null, { routes });
  await user.click(await screen.findByRole("button", { name: "Delete HTTPS edge" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  const links = () => screen.queryAllByRole("link", { name: "Open the restored HTTPS edge" });
  const page = href.httpsEdge(id);
  await waitFor(() => expect(links().map((link) => link.getAttribute("href"))).toEqual([page, page]));
});

// Cause: the dialog counted the backend among "2 modules", its page said "1 on". Law: numbers never contradict each other.
it("counts the modules of its routes as their pages do, without the backend", async () => {
  const routes = [{ ...ROUTE, compression: { enabled: true } } as Route, ROUTE];
  renderInApp(<DeleteEdgeDialog protocol="https" edge={{ ...edge, routes }} onClose={() => {}} />);
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("2 routes with 1 module are deleted too");
});

// Cause: an edge that never served took "1 address" offline. Law: what is said to go offline was online.
it("says that nothing goes offline with an edge that serves nothing", async () => {
  renderInApp(<DeleteEdgeDialog protocol="https" edge={edge} onClose={() => {}} />);
  const { textContent } = await screen.findByRole("dialog");
  expect(textContent).toContain("It serves nothing now, so nothing goes offline.");
});

// Cause: "the secret of /", and the form that Undo opened asked for two. Law: numbers never contradict each other.
it("names each secret that its undo can’t restore", async () => {
  const login = { enabled: true, client_id: "c", client_secret: null };
  const locked = {
    ...ROUTE,
    oauth: { ...login, provider: { github: { client_id: "c", client_secret: null } } },
    oidc: { ...login, issuer: "https://id.example" },
  } as unknown as Route;
  const hook = { ...ROUTE, id: "edghtsrt_2", match: "/hook" };
  const both = [
    locked,
    { ...hook, webhook_verification: { enabled: true, provider: "github" } } as unknown as Route,
  ];
  const dialog = (routes: Route[]) => (
    <DeleteEdgeDialog protocol="https" edge={{ ...edge, routes }} onClose={() => {}} />
  );
  const { unmount } = renderInApp(dialog(both));
  expect((await screen.findByText(/^Undo can’t restore/)).textContent).toBe(
    "Undo can’t restore the secrets of OAuth and OIDC on /, Webhook verification on /hook. It opens the form for you to enter them again.",
  );
  unmount();
  renderInApp(dialog(both.slice(1)));
  expect((await screen.findByText(/^Undo can’t restore/)).textContent).toBe(
    "Undo can’t restore the secret of Webhook verification on /hook. It opens the form for you to enter it again.",
  );
});
