import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { ModuleChips } from "#modules/editor/module-chips.tsx";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./route-page.tsx";

const AT = "2026-01-02T03:04:05Z";
const traffic_policy = { enabled: true, inbound: [{ actions: ["deny"] }] };
const route = {
  edge_id: "edghts_1",
  id: "edghtsrt_1",
  uri: "/r",
  created_at: AT,
  match_type: "path_prefix",
  match: "/a",
  traffic_policy,
};
const edge = { id: "edghts_1", uri: "/e", created_at: AT, hostports: ["a.example:443"], routes: [route] };
const server = connectedServer();

/** A service of the family that has a module more, and keeps what `kept` says of it; null = takes it no more. */
function open(kept: object | null) {
  server.answerWith((request, response) => {
    const { method = "", url = "" } = request;
    if (method === "DELETE") return response.writeHead(204).end();
    if (method === "POST" && kept === null)
      return json(400, { status_code: 400, msg: "Unknown field traffic_policy." })(request, response);
    if (method === "POST")
      return json(201, { ...route, id: "edghtsrt_2", traffic_policy: null, ...kept })(request, response);
    const answer = url.endsWith("/routes/edghtsrt_1") ? route : url.startsWith("/edges/https/") ? edge : {};
    return json(200, answer)(request, response);
  });
  return renderInApp(null, {
    path: href.route("edghts_1", "edghtsrt_1"),
    routes: [
      { path: paths.route, Component },
      { path: "*", element: <h1>Elsewhere</h1> },
    ],
  });
}
const writes = () => server.seen.filter(({ method }) => method === "POST" || method === "DELETE");

async function deleteAndUndo({ user }: ReturnType<typeof open>) {
  await user.click(await screen.findByRole("button", { name: "Delete route…" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("traffic_policy")).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Delete route" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
}

// Cause: a module of another service was shown nowhere and lost by delete and undo: the route then let in what it had
// blocked. Law: what this console does not know is listed as set, and carried by undo.
it("a module that this console does not know is shown as it is and carried by undo", async () => {
  const app = open({ traffic_policy });
  const modules = within(await screen.findByRole("region", { name: "Modules" }));
  expect(modules.getByText(/kept as it is$/).textContent).toBe(
    "Unknown module traffic_policy, kept as it is",
  );
  expect(modules.getByText(/"deny"/)).toBeDefined();
  // Cause: "Anyone can connect" stood above it. Law: nothing is called open that an unknown module may close.
  expect(modules.getByText("Unknown module traffic_policy may restrict access")).toBeDefined();
  expect(modules.queryByText(/^Anyone can connect/)).toBeNull();
  await deleteAndUndo(app);
  await screen.findByText(/\/a restored with a new ID/i, { selector: "output span" });
  expect(writes().map(({ method }) => method)).toEqual(["DELETE", "POST"]);
  expect(JSON.parse(writes()[1]?.body ?? "")).toMatchObject({ match: "/a", traffic_policy });
});

it("a module that this console does not know is among the chips of its route", () => {
  render(<ModuleChips owners={[{ ...route, compression: { enabled: true }, backend: { enabled: true } }]} />);
  expect(screen.getByText("Compression")).toBeDefined();
  expect(screen.getByText("traffic_policy")).toBeDefined();
  // Cause: the backend was listed with the unknown ones, and its chip cut off others. Law: whether there is one is the status.
  expect(screen.queryByText("Backend")).toBeNull();
});

it("a route that comes back without it is deleted again: it would be open", async () => {
  await deleteAndUndo(open({}));
  await screen.findByText(/^a\.example\/a was not restored: the service dropped traffic_policy/);
  expect(writes().at(-1)).toMatchObject({ method: "DELETE", url: "/edges/https/edghts_1/routes/edghtsrt_2" });
});

// Cause: only "Unknown field traffic_policy." was said, then a match without its host, "/" alone. Law: a message names what was done to what.
it("a route that the service refuses for it is said not to be restored", async () => {
  const app = open(null);
  await deleteAndUndo(app);
  const said = "a.example/a was not restored. Unknown field traffic_policy.";
  expect(await screen.findByText(said, { selector: "output span" })).toBeDefined();
});
