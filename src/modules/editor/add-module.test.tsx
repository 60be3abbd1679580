// Cause: no address opened the choice of modules, so the palette had no "Add module", and Back left the page behind the open dialog.
// Law: what can be opened has an address, and Back closes it.
import { act, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { AddModule } from "./add-module.tsx";

connectedServer();

const PATH = "/edges/tls/edgtls_1";
const dialog = () => screen.queryByRole("dialog", { name: "Add module" });

function open(path: string) {
  const Component = () => (
    <AddModule
      address={{ owner: "tlsEdge", edgeId: "edgtls_1" }}
      kinds={["mutual_tls", "tls_termination"]}
      owner={{ id: "edgtls_1" }}
    />
  );
  return renderInApp(null, { path, routes: [{ path: PATH, Component }] });
}

it("opens at its address, and closes to the page", async () => {
  const { user, router } = open(`${PATH}?add-module`);
  expect((await screen.findByRole("link", { name: "Add Mutual TLS" })).getAttribute("href")).toBe(
    `${PATH}/mutual_tls`,
  );
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(router.state.location).toMatchObject({ pathname: PATH, search: "" });
});

it("is closed by Back", async () => {
  const { user, router } = open(PATH);
  await user.click(await screen.findByRole("button", { name: "Add module" }));
  await screen.findByRole("link", { name: "Add TLS termination" });
  await act(() => router.navigate(-1));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(router.state.location).toMatchObject({ pathname: PATH, search: "" });
});
