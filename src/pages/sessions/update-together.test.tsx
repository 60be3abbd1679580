// Cause: of agents updated together the plan named ids instead of releases, the outcome said "We keep watching" when nothing was
// left to watch, and the list said "10 of 24 match" of three. Law: outcomes name the version, numbers never contradict each
// other, and after an update the primary action is Restart.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { href, paths } from "#resources/paths.ts";
import { LazyActionWatch } from "#fleet/lazy-action-watch.tsx";
import { ledger } from "#fleet/use-fleet.ts";
import { renderInApp } from "#testing/render.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { Component } from "./sessions-page.tsx";

connectedService({ demo: 24 });

const PRIMARY = /\bbg-accent\b/;
const bar = () => screen.findByRole("region", { name: "Selection" });
const inBar = async (name: RegExp) => within(await bar()).findByRole("button", { name });

it("goes from the plan over the outcome to the restart, which is then the primary action", async () => {
  const page = (
    <>
      <Component />
      <LazyActionWatch />
    </>
  );
  const path = href.sessions("?outdated=yes");
  const { user } = renderInApp(null, { path, routes: [{ path: paths.sessions, element: page }] });
  await screen.findByText("11 of 24 match");
  await user.click(screen.getByRole("checkbox", { name: "Select all that match" }));
  expect((await inBar(/^Update 11…/)).className).toMatch(PRIMARY);
  // Cause: "Restart 9…" stood beside "11 selected" without a hint. Law: a number says what it is of.
  expect((await inBar(/^Restart 9 of 11…/)).className).not.toMatch(PRIMARY);

  await user.click(await inBar(/^Update 11…/));
  const plan = within(await screen.findByRole("dialog", { name: "Update 11 agents?" }));
  const items = plan.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(items[0]).toBe("ams-scan-013.17.4 → 3.18.2");
  expect(items.at(-1)).toBe("syd-gw-012.8.3 → 2.9.5");
  // Cause: all 11 were to be restarted from here, though two can't be. Law: a next step is one that works.
  expect(
    plan.getByText("2 can’t be restarted from here: jonas's laptop, not for production; lon-dock-02."),
  ).toBeTruthy();
  await user.click(plan.getByRole("button", { name: "Update 11 agents" }));

  const outcome = within(await screen.findByRole("dialog", { name: "Update 11 agents" }));
  await outcome.findByText("11 of 11 agents answered, 1 refused.");
  expect(outcome.getAllByRole("listitem").map(({ textContent }) => textContent?.slice(0, 9))).toEqual(
    items.map((text) => text?.slice(0, 9)),
  );
  // What would be refused again is offered no further try.
  await waitFor(() => expect(outcome.queryByText("Sending…")).toBeNull());
  expect(outcome.queryByRole("button", { name: "Retry failed" })).toBeNull();
  const next = await outcome.findByRole("button", { name: "Restart 8 agents…" });
  // The agents settle for 10 s.
  ledger.update((actions) =>
    actions.map((one) => ({ ...one, log: one.log.map((entry) => ({ ...entry, at: entry.at - 11_000 })) })),
  );
  // And say when they have updated, after 6 s.
  await waitFor(() => expect(next.className).toMatch(PRIMARY));
  await user.click(next);
  const restart = within(await screen.findByRole("dialog", { name: "Restart 8 agents?" }));
  await user.click(restart.getByRole("button", { name: "Cancel" }));
  expect((await inBar(/^Restart 9 of 11…/)).className).toMatch(PRIMARY);
  // Nor of the one that refused it.
  const update = await inBar(/^Update( 0 of 11)?…/);
  expect([update.className.match(PRIMARY), update.getAttribute("aria-disabled")]).toEqual([null, "true"]);

  await user.click(await inBar(/^Restart 9 of 11…/));
  const all = within(await screen.findByRole("dialog", { name: "Restart 9 agents?" }));
  expect(
    all.getByText("Agents on Windows can’t restart themselves. Stop them, then start them on their hosts."),
  ).toBeTruthy();
  expect(all.getByText("jonas's laptop, not for production; lon-dock-02")).toBeTruthy();
  await user.click(all.getByRole("button", { name: "Cancel" }));

  await user.click(await inBar(/^Stop 11…/));
  const stop = within(await screen.findByRole("dialog", { name: "Stop 11 agents?" }));
  await user.click(stop.getByRole("button", { name: "Stop 11 agents" }));
  await screen.findByText("0 of 24 match, 11 changed");
  const done = within(screen.getByRole("dialog", { name: "Stop 11 agents" }));
  // Cause: "11 of 11 agents answered." Law: an outcome says what came of it.
  await done.findByText("11 of 11 agents answered, 11 stopped.");
  expect(done.getByText("Updates off")).toBeTruthy();
});
