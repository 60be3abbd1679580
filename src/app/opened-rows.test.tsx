// Cause: after a deletion from its drawer the drawer stayed, with "Delete…" on what was gone; and a link to what no longer
// exists showed the list without a word. Law: what was deleted here closes, and what a link opens and is not there is said.
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { request } from "#api/client.ts";
import { backends } from "#resources/backends.ts";
import { credentials } from "#resources/credentials.ts";
import { href } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { routes } from "./router.tsx";

connectedService();

const make = async (path: string, body: object) =>
  (await request<{ id: string }>({ method: "POST", path, body })).id;
const makeAuthtoken = () => make("/credentials", { description: "Shop floor" });
const drawer = () => screen.queryByRole("complementary", { name: "Opened row" });

it.each([
  { what: "authtoken", list: href.authtokens, id: "cr_gone" },
  { what: "backend", list: href.backends, id: "bkdtg_gone" },
  { what: "certificate authority", list: href.certificateAuthorities, id: "ca_gone" },
  { what: "event subscription", list: href.eventSubscriptions, id: "esb_gone" },
  { what: "event destination", list: href.eventDestinations, id: "ed_gone" },
  { what: "session", list: href.sessions, id: "ts_gone" },
  { what: "tunnel", list: href.tunnels, id: "tn_gone" },
  { what: "endpoint", list: href.endpoints, id: "ep_gone" },
])(
  "a link to a $what that is not there says so over the list, until dismissed",
  async ({ what, list, id }) => {
    await makeAuthtoken();
    const { router, user } = renderInApp(null, { path: list(`?density=compact&open=${id}`), routes });
    const note = (await screen.findByText(`No such ${what}.`)).closest<HTMLElement>("[role=status]")!;
    expect(note.textContent).toContain(`${id} may no longer exist`);
    expect(drawer()).toBeNull();
    await user.click(within(note).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByText(`No such ${what}.`)).toBeNull());
    expect(router.state.location.search).toBe("?density=compact");
    expect(document.activeElement?.id).toBe("main");
  },
);

it.each([
  { one: "authtoken", undo: false, of: credentials, at: makeAuthtoken },
  {
    one: "backend",
    undo: true,
    of: backends,
    at: () => make("/backends/tunnel_group", { description: "Shop", labels: { app: "shop" } }),
  },
])("a deletion closes the drawer of the $one", async ({ one, undo, of, at }) => {
  const id = await at();
  const { router, user } = renderInApp(null, { path: of.list(`?density=compact&open=${id}`), routes });
  await user.click(await screen.findByRole("button", { name: "Delete…" }));
  await user.click(await screen.findByRole("button", { name: `Delete ${one}` }));
  expect(await screen.findByText(new RegExp(`^${one} “.+” deleted$`, "i"))).toBeDefined();
  await waitFor(() => expect(drawer()).toBeNull());
  expect(router.state.location.search).toBe("?density=compact");
  await waitFor(() => expect(document.activeElement?.id).toBe("main"));
  expect(screen.queryByText(`No such ${one}.`)).toBeNull();
  expect(screen.queryByRole("button", { name: "Undo" }) !== null).toBe(undo);
});

it("what is deleted elsewhere stays beside the list, and can’t be deleted once more", async () => {
  const id = await makeAuthtoken();
  const { client } = renderInApp(null, { path: href.authtokens(`?open=${id}`), routes });
  const button = await screen.findByRole("button", { name: "Delete…" });
  await request({ method: "DELETE", path: credentials.pathOf(id) });
  await act(() => client.invalidateQueries());
  await screen.findByText(/You see its last known state/);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(screen.queryByText("No such authtoken.")).toBeNull();
});
