// Cause: the page of a restarted or reloaded agent said "loading" for ever or "No such session", that of a stopped one waited for it to
// reconnect, and nothing said what it had served. Law: what this tab saw stays known for the visit, and is followed.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fetchList } from "#api/list.ts";
import { href, paths } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { LazyActionWatch } from "#fleet/lazy-action-watch.tsx";
import { ledger } from "#fleet/use-fleet.ts";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { Component } from "./session-page.tsx";

connectedService({ demo: 24 });

async function idOf(name: string): Promise<string> {
  const all = await fetchList({ ...tunnelSessions, item: tunnelSessions.answer });
  return all.find((session) => sessionName(session) === name)!.id;
}

const open = (id: string) =>
  renderInApp(null, {
    path: href.session(id),
    routes: [
      {
        path: paths.session,
        element: (
          <>
            <Component />
            <LazyActionWatch />
          </>
        ),
      },
    ],
  });
type App = ReturnType<typeof open>;

async function tell({ user }: App, what: "Restart" | "Stop", name: string) {
  await user.click(await screen.findByRole("button", { name: `${what}…` }));
  const dialog = within(await screen.findByRole("dialog", { name: `${what} ${name}?` }));
  await user.click(dialog.getByRole("button", { name: `${what} ${name}` }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

it("follows a restarted agent to its new session, also when it is reloaded in between", async () => {
  const id = await idOf("fra-gw-01");
  const first = open(id);
  await screen.findByRole("region", { name: "Endpoints" });
  await tell(first, "Restart", "fra-gw-01");
  first.unmount();
  const again = open(id);
  expect(await screen.findByRole("heading", { level: 1, name: "fra-gw-01" })).toBeTruthy();
  await waitFor(() => expect(again.router.state.location.pathname).not.toBe(href.session(id)));
  const next = ledger.getSnapshot().at(-1)?.state;
  expect(again.router.state.location.pathname).toBe(
    href.session((next?.phase === "verified" && next.successorId) || "?"),
  );
  expect(await screen.findByText(/Online again \d+ s after your restart/)).toBeTruthy();
});

// Cause: two routes that work said "1 of 3 routes fails", since another one of their edge does. Law: one thing has one state, wherever
// it is shown; a line of one route has that of the route.
it("shows the routes that it serves each in its own state", async () => {
  open(await idOf("fra-gw-02"));
  const served = within(await screen.findByRole("region", { name: "Endpoints" }));
  const routes = await served.findAllByRole("link", { name: /app\.northwind\.example.*\/(?:dispatch)?$/ });
  expect(routes).toHaveLength(2);
  expect(served.queryByText(/routes fails/)).toBeNull();
  for (const route of routes) expect(route.closest("tr, li")?.textContent).toContain("Online");
});

it("of a stopped agent says that it was stopped and what it served, and waits for nothing", async () => {
  const app = open(await idOf("lon-dock-02"));
  await screen.findByRole("region", { name: "Endpoints" });
  await tell(app, "Stop", "lon-dock-02");
  expect(await screen.findByText("Stopped from this browser.")).toBeTruthy();
  expect(screen.getByText(/^Stopped at /)).toBeTruthy();
  const served = within(await screen.findByRole("region", { name: /^Served/ }));
  expect(served.getByText(/^https:..lon-dock-02\.northwind\.example/)).toBeTruthy();
  expect(served.getByText("Offline")).toBeTruthy();
  expect(screen.queryByText(/Reconnecting/)).toBeNull();
});
