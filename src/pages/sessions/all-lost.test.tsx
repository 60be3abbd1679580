// Cause: an account whose agents were all lost looked like a new one: the list was empty, and taught how to connect a first agent
// (picture 20). Law: Sessions shows who was lost, in a tab that saw them and in one that did not; first steps are for who never had any.
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { departures } from "#fleet/departures.ts";
import { forgetKnown } from "#fleet/last-known.ts";
import { LazyActionWatch } from "#fleet/lazy-action-watch.tsx";
import { href, paths } from "#resources/paths.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { lostSessionOf, sessionOf } from "#testing/ended-sessions.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component } from "./sessions-page.tsx";

const server = connectedServer();
beforeEach(() => {
  forgetKnown();
  departures.set([]);
});

const HOSTS = ["ams-01", "fra-01"];
const SESSIONS = HOSTS.map(sessionOf);
const ENDED = HOSTS.map(lostSessionOf);

/** The account: who is online, and what is said of those who left, once `told`; undefined = the service remembers none. */
function account(
  online: readonly object[],
  ended?: readonly object[],
  told: Promise<void> = Promise.resolve(),
) {
  const list = (key: string, items: readonly object[] = []) => ({
    [key]: items,
    uri: "",
    next_page_uri: null,
  });
  server.answerWith((request, response) => {
    const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    if (name === "tunnel_sessions") return json(200, list(name, online))(request, response);
    if (name !== "ended_sessions") return json(200, list(name))(request, response);
    const answer = ended ? json(200, list(name, ended)) : json(404, {});
    return void told.then(() => answer(request, response));
  });
}

const element = (
  <>
    <Component />
    <LazyActionWatch />
  </>
);
const open = () => renderInApp(null, { path: href.sessions(), routes: [{ path: paths.sessions, element }] });
const steps = () => screen.queryByRole("heading", { name: "No agent is online yet" });

/** Who left before is asked for when it is watched who leaves. */
const watching = async () => {
  const isAsked = () => server.seen.some(({ url }) => url.startsWith("/ended_sessions"));
  await expect.poll(isAsked).toBe(true);
};

async function findLost() {
  const table = within(await screen.findByRole("table", { name: "Sessions" }));
  expect(await table.findAllByText(/^Offline since /)).toHaveLength(HOSTS.length);
  for (const host of HOSTS) expect(table.getByRole("link", { name: host })).toBeTruthy();
  expect(screen.getByText("0 online")).toBeTruthy();
  expect(screen.getByRole("link", { name: "2 offline" })).toBeTruthy();
}

it("a tab that is opened afterwards shows who was lost, and no first steps until that is known", async () => {
  let tell = () => {};
  const told = new Promise<void>((done) => {
    tell = done;
  });
  account([], ENDED, told);
  open();
  await watching();
  // The code of the first steps is there by then.
  await import("./first-agent.tsx");
  await new Promise((done) => setTimeout(done, 50));
  expect(steps()).toBeNull();
  tell();
  await findLost();
  expect(steps()).toBeNull();
});

it.each([
  ["remembers them", ENDED],
  ["remembers none", undefined],
])("a tab that saw them shows who was lost, where the service %s", async (_, ended) => {
  account(SESSIONS, []);
  const { client } = open();
  await screen.findByText("2 online");
  await watching();
  account([], ended);
  await client.refetchQueries();
  await findLost();
  expect(steps()).toBeNull();
});

it("an account that never had any gets the first steps", async () => {
  account([], []);
  open();
  await expect.poll(steps).toBeTruthy();
});
