// Cause: the panel vanished without a word when its session ended elsewhere. Law: what is read is never taken away
// silently.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { commandAgent, tunnelSessions } from "#resources/tunnel-sessions.ts";
import { href, paths } from "#resources/paths.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService } from "#testing/service.ts";
import { Component } from "./sessions-page.tsx";

it("keeps an opened session that ended, says so, and takes it out of the URL when closed", async () => {
  const service = await startTestService({ demo: 24 });
  setConnection(
    { baseUrl: `${service.origin}/api`, key: service.key, versionHeader: "Service-Version" },
    { remember: false },
  );
  const { user, router, client } = renderInApp(null, {
    path: href.sessions(),
    routes: [{ path: paths.sessions, element: <Component /> }],
  });
  await screen.findByRole("table", { name: "Sessions" });
  const [one] = client.getQueryData(tunnelSessions.query.queryKey) ?? [];
  const id = one!.id;
  await router.navigate(href.sessions(`?os=${one!.os}&open=${id}`));
  const panel = await screen.findByRole("complementary", { name: "Opened row" });
  expect(within(panel).queryByText(/no longer in the list/)).toBeNull();

  await commandAgent(id, "stop");
  await user.click(screen.getByRole("button", { name: "Refresh now" }));
  const words = "This session is no longer in the list. Here is what was last known of it.";
  expect(await within(panel).findByText(words)).toBeTruthy();
  expect(await within(panel).findByText(one!.ip)).toBeTruthy();
  await user.click(within(panel).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(router.state.location.search).toBe(`?os=${one!.os}`));
  expect(screen.queryByRole("complementary", { name: "Opened row" })).toBeNull();
  forgetConnection();
  await service.close();
});
