// Cause: the panel vanished without a word when its session ended elsewhere. Law: what is read is never taken away
// silently.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { commandAgent } from "#fleet/command-agent.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { LazyActionWatch } from "#fleet/lazy-action-watch.tsx";
import { href, paths } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService } from "#testing/service.ts";
import { Component } from "./sessions-page.tsx";

const SessionsAndWatch = () => (
  <>
    <Component />
    <LazyActionWatch />
  </>
);

it("keeps an opened session that ended, says when it left, and takes it out of the URL when closed", async () => {
  const service = await startTestService({ demo: 24 });
  setConnection(
    { baseUrl: `${service.origin}/api`, key: service.key, versionHeader: "Service-Version" },
    { remember: false },
  );
  const { user, router, client } = renderInApp(null, {
    path: href.sessions(),
    routes: [{ path: paths.sessions, element: <SessionsAndWatch /> }],
  });
  await screen.findByRole("table", { name: "Sessions" });
  const [one] = client.getQueryData(tunnelSessions.query.queryKey) ?? [];
  const id = one!.id;
  await router.navigate(href.sessions(`?os=${one!.os}&open=${id}`));
  const panel = await screen.findByRole("complementary", { name: "Opened row" });
  expect(within(panel).queryByText(/no longer in the list/)).toBeNull();

  await commandAgent(id, "stop");
  await user.click(screen.getByRole("button", { name: "Refresh now" }));
  // Cause: an agent that somebody stopped elsewhere was "Lost", then "Offline", as if it had crashed. Law: the service says how it left.
  expect(await within(panel).findByText(/^Stopped at /)).toBeTruthy();
  expect(within(panel).getByText(/last seen/)).toBeTruthy();
  expect(await within(panel).findByText(one!.ip)).toBeTruthy();
  await user.click(within(panel).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.search).toBe(`?os=${one!.os}`));
  expect(screen.queryByRole("complementary", { name: "Opened row" })).toBeNull();
  // Cause: it stayed for the visit, and its menu said three times that it is offline. Law: what needs nothing can be dismissed.
  const name = sessionName(one!);
  await user.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual([
    "Dismiss",
    "Copy ID",
  ]);
  await user.click(screen.getByRole("menuitem", { name: "Dismiss" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: `Actions for ${name}` })).toBeNull());
  forgetConnection();
  await service.close();
});
