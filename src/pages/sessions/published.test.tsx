// Cause: only versions that agents run were counted, so a fleet of which no agent runs the newest release was "All up to date",
// while the page of each said "Outdated". Law: what the service publishes is known to every list, page and command alike.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, expect, it } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { AGENT_BUNDLE, KEY_FILE, MANIFEST, type Release } from "#contract/agent-release.ts";
import { newestByMajor, updateTarget } from "#contract/outdated.ts";
import { sessionName } from "#resources/session-name.ts";
import { href, paths } from "#resources/paths.ts";
import { fetchNewestSessions } from "#resources/tunnel-sessions.ts";
import { Component as Overview } from "#pages/overview/overview-page.tsx";
import { Component as SessionPage } from "#pages/session/session-page.tsx";
import { connectedService } from "#testing/connected-app.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./sessions-page.tsx";

const PUBLISHED = "3.19.0";
const releases = mkdtempSync(join(tmpdir(), "gatehouse-releases-"));
const release: Release = {
  version: PUBLISHED,
  size: 2,
  sha256: "a".repeat(64),
  notes: "",
  signature: "s".repeat(86),
};
mkdirSync(join(releases, PUBLISHED));
writeFileSync(join(releases, KEY_FILE), `${"k".repeat(43)}\n`);
writeFileSync(join(releases, PUBLISHED, AGENT_BUNDLE), "//");
writeFileSync(join(releases, PUBLISHED, MANIFEST), JSON.stringify(release));
connectedService({ demo: 24, releases });
afterAll(() => rmSync(releases, { recursive: true }));

/** Those that could update, and one that runs what was the newest that anybody runs. */
async function fleet() {
  const sessions = await fetchNewestSessions();
  const newest = newestByMajor([...sessions.map((one) => one.agent_version), PUBLISHED]);
  const outdated = sessions.filter((one) => updateTarget(one.agent_version, newest) !== null);
  const current = outdated.find((one) => one.agent_version === "3.18.2");
  return { outdated, current: current! };
}

function open(path: string) {
  return renderInApp(null, {
    client: createQueryClient(),
    path,
    routes: [
      { path: paths.sessions, element: <Component /> },
      { path: paths.session, element: <SessionPage /> },
      { path: paths.home, element: <Overview /> },
    ],
  });
}

it("counts, lists, and offers an update to all that run less than what is published", async () => {
  const { outdated } = await fleet();
  const count = outdated.length;
  const { user } = open(href.sessions("?outdated=yes"));
  await screen.findByText(`${count} of 24 match`);
  expect(screen.getByRole("link", { name: `${count} outdated` })).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: "Select all that match" }));
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  await user.click(await bar.findByRole("button", { name: new RegExp(`^Update \\d+ of ${count}…`) }));
  const plan = within(await screen.findByRole("dialog", { name: /^Update \d+ agents\?/ }));
  expect(plan.getAllByText(`3.18.2 → ${PUBLISHED}`).length).toBeGreaterThan(1);
});

it("says the same on the overview and on the page of each", async () => {
  const { outdated, current } = await fleet();
  open(href.home());
  await screen.findByText(`${outdated.length} agents can be updated`);
  expect(screen.getByText(`${PUBLISHED} and 2.9.5 are available.`)).toBeTruthy();
  await waitFor(() => expect(screen.getByText(`${outdated.length} outdated`)).toBeTruthy());
  open(href.session(current.id));
  await screen.findByRole("heading", { name: sessionName(current) });
  await screen.findByText(`Outdated, ${PUBLISHED} available`);
});
