import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { request } from "#api/client.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { departures } from "#fleet/departures.ts";
import { href, paths } from "#resources/paths.ts";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
// Loaded with this file: a busy machine takes longer for it than a wait.
import "../overlays.tsx";
import { routes } from "../router.tsx";

connectedService({ demo: 24 });
// jsdom has no layout, so nothing to scroll.
beforeEach(() => void vi.spyOn(window, "scrollTo").mockReturnValue());

type Found = { id: string; os: string; routes: { id: string; uri: string; edge_id: string }[] };
const list = async (path: string, key: string) =>
  (await request<Record<string, Found[]>>({ method: "GET", path }))[key] ?? [];

// Not by role: jsdom takes its time for names.
const options = () => [...document.querySelectorAll("[role=listbox] [role=option]")];
const first = () => options()[0]?.textContent;
const heading = (name: string) =>
  waitFor(() => expect(document.querySelector("h1")?.textContent).toContain(name));
const box = () => screen.findByRole("combobox", { name: "Find or do" });

type User = ReturnType<typeof renderInApp>["user"];

/** Opens the palette by its shortcut and writes into it. */
async function write(user: User, text: string) {
  await user.keyboard("{Control>}k{/Control}");
  const field = await box();
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: text } });
}

async function show(path: string, title: string) {
  const app = renderInApp(null, { path, routes });
  await heading(title);
  return app;
}

// Cause: "oauth api.northwind" and "restart ams" found nothing until their lists were loaded. Law: a command works on any page.
it("a command reads the list it is about, and runs or opens what it finds", async () => {
  const { user } = await show(paths.certificateAuthorities, "Certificate authorities");
  await write(user, "restart ams");
  await waitFor(() => expect(first()).toMatch(/^Restart ams-.*…/));
  fireEvent.change(await box(), { target: { value: "oauth api.northwind" } });
  await waitFor(() => expect(first()).toMatch(/^OAuth on api\.northwind\.example/));
  await user.keyboard("{Enter}");
  await heading("OAuth");
});

it("an action that can't be done says why and does nothing; a key's deletion asks", async () => {
  const sessions = await list("/tunnel_sessions", "tunnel_sessions");
  const { user } = await show(paths.keys, "Keys");
  await write(user, `restart ${sessions.find(({ os }) => os.startsWith("windows"))?.id}`);
  const why = "An agent on Windows can’t restart itself.";
  const found = () => options().find(({ textContent }) => textContent?.includes(why));
  await waitFor(() => expect(found()?.getAttribute("aria-disabled")).toBe("true"));
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(await box());
  fireEvent.change(await box(), { target: { value: "delete ci" } });
  await waitFor(() => expect(first()).toMatch(/^Delete/));
  await user.click(options()[0]!);
  await screen.findByRole("dialog", { name: /^Delete key “.*ci.*”\?$/i });
});

// Cause: the URL of an alarm was "No match" once its agent was back with another. Law: what the console knows of a URL, it says everywhere.
it("a URL that its agent came back without leads to that agent", async () => {
  const online = (await list("/tunnels", "tunnels")) as unknown as Tunnel[];
  const back = online.find(({ tunnel_session: by }) => by)?.tunnel_session?.id ?? "";
  const session = await request<TunnelSession>({ method: "GET", path: `/tunnel_sessions/${back}` });
  const before = { ...session, id: "ts_2nXbQ3456789KqAbQ3456789Kqz" };
  const served = [
    { id: "tn_2nXbQ3456789KqAbQ3456789Kqz", started_at: "", public_url: "https://was-here.example" },
  ];
  departures.set([{ session: before, seenAt: 1, leftAt: 2, back, served }]);
  const { user, router } = await show(paths.keys, "Keys");
  await write(user, "https://was-here.example/health");
  await waitFor(() =>
    expect(first()).toMatch(/^https:\/\/was-here\.example.*Online again at another address$/),
  );
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe(href.session(back)));
});

// Cause: the URL of an alarm led to its address without a word of its path, which no route served. Law: as above.
it("a URL whose path no route serves leads to its address, which says so", async () => {
  const { user, router } = await show(paths.keys, "Keys");
  await write(user, "https://api.northwind.example/nowhere?token=secret");
  await waitFor(() => expect(first()).toMatch(/Endpoint$/));
  await user.keyboard("{Enter}");
  await screen.findByText("/nowhere");
  expect(document.querySelector("main")?.textContent).toContain("No route matches /nowhere.");
  expect(JSON.stringify(router.state.location)).not.toContain("secret");
});

it("a pasted id or uri opens its page, known or not", async () => {
  const id = "ak_2nXbQ3456789KqAbQ3456789Kqz";
  const { user, router } = await show(paths.keys, "Keys");
  await write(user, `  ${id} `);
  await waitFor(() => expect(first()).toContain(`Open ${id}`));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe(href.key(id)));
  await waitFor(() => expect(screen.queryByRole("combobox", { name: "Find or do" })).toBeNull());
  const [route] = (await list("/edges/https", "https_edges")).flatMap(({ routes: own }) => own);
  await write(user, route!.uri);
  await waitFor(() => expect(first()).toBeDefined());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe(href.route(route!.edge_id, route!.id)));
});
