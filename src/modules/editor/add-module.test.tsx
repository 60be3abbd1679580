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
  const routes = [
    { path: PATH, Component },
    { path: `${PATH}/:module`, element: <h1>The module</h1> },
  ];
  return renderInApp(null, { path, routes });
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

it.each(["by a click", "by Enter"])(
  "is not opened again by Back from the module that was chosen %s",
  async (way) => {
    const { user, router } = open(PATH);
    await user.click(await screen.findByRole("button", { name: "Add module" }));
    const choice = await screen.findByRole("link", { name: "Add Mutual TLS" });
    if (way === "by a click") await user.click(choice);
    else await user.type(screen.getByRole("searchbox", { name: "Search modules" }), "mutual{Enter}");
    await screen.findByRole("heading", { name: "The module" });
    await act(() => router.navigate(-1));
    await screen.findByRole("button", { name: "Add module" });
    expect(router.state.location).toMatchObject({ pathname: PATH, search: "" });
    expect(dialog()).toBeNull();
  },
);

// Cause: OAuth → OIDC said "Replaces OAuth" and was one act, and OIDC → JWT validation by the same choice left both on, so that nobody
// got in. Law: what says who may enter takes the place of the other in one act, whatever kinds they are.
it.each([
  ["jwt_validation", { oidc: { enabled: true } }, "Replaces OIDC", "?instead_of=oidc"],
  ["jwt_validation", { oidc: { enabled: false } }, null, ""],
  ["oidc", { jwt_validation: { enabled: true } }, "Replaces JWT validation", "?instead_of=jwt_validation"],
  ["oidc", { oauth: { enabled: true } }, "Replaces OAuth", ""],
])("adds %s beside %j: %s", async (kind, modules, said, search) => {
  const path = "/edges/https/edghts_1/routes/edghtsrt_1";
  const Component = () => (
    <AddModule
      address={{ owner: "route", edgeId: "edghts_1", routeId: "edghtsrt_1" }}
      kinds={[kind]}
      owner={{ id: "edghtsrt_1", ...modules }}
    />
  );
  const routes = [
    { path, Component },
    { path: `${path}/:module`, element: <h1>The module</h1> },
  ];
  const { user, router } = renderInApp(null, { path, routes });
  await user.click(await screen.findByRole("button", { name: "Add module" }));
  const choice = await screen.findByRole("link", { name: /^Add (?:JWT|OIDC)/ });
  expect(/Replaces .*$/.exec(choice.textContent)?.[0] ?? null).toBe(said);
  expect(choice.getAttribute("href")).toBe(`${path}/${kind}${search}`);
  await user.type(screen.getByRole("searchbox", { name: "Search modules" }), `${kind.slice(0, 3)}{Enter}`);
  await screen.findByRole("heading", { name: "The module" });
  expect(router.state.location.search).toBe(search);
});
