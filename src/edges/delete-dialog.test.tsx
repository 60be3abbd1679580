// Cause: "a.example/ restored" stayed beside "a.example deleted". Law: no message outlives what it tells.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Route } from "#contract/route.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { useToast } from "#ui/toast.tsx";
import { DeleteEdgeDialog } from "./delete-dialog.tsx";
import { routesOf } from "#resources/edges.ts";
import { aboutDrafts } from "./drafts.ts";

const server = connectedServer();
const edge = {
  id: "edghts_1",
  uri: "",
  created_at: "2026-01-02T03:04:05Z",
  hostports: ["a.example:443"],
  routes: [],
};

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
      <DeleteEdgeDialog protocol="https" edge={edge} onClose={() => {}} />
    </>
  );
}

it("what was restored at an edge is not told any more once the edge is deleted", async () => {
  server.answerWith(json(204, {}));
  const { user } = renderInApp(<RestoredThenDeleted />);
  screen.getByText("Restore").click();
  expect(await screen.findByText(/restored with a new ID/)).toBeDefined();
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Delete HTTPS edge" }));
  // Cause: "a.example deleted" left open whether an edge, a route or a key was. Law: a message names what was done to what.
  expect(await screen.findByText("HTTPS edge a.example deleted")).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/restored with a new ID/)).toBeNull());
  expect(screen.queryByText("Route a.example/ created")).toBeNull();
  expect(screen.getByText("Route b.example/ created")).toBeDefined();
});

// Cause: the dialog counted the backend among "2 modules", its page said "1 on". Law: numbers never contradict each other.
it("counts the modules of its routes as their pages do, without the backend", async () => {
  const backend = { enabled: true, backend: { id: "bkdtg_1", uri: "" } };
  const route = {
    id: "edghtsrt_1",
    uri: "",
    edge_id: edge.id,
    created_at: edge.created_at,
    match: "/",
    backend,
  };
  const routes = [{ ...route, compression: { enabled: true } }, route] as unknown as Route[];
  renderInApp(<DeleteEdgeDialog protocol="https" edge={{ ...edge, routes }} onClose={() => {}} />);
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("2 routes with 1 module are deleted too");
});
