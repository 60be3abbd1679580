// Cause: the first agent's page gave way to the list as soon as any row was offline, so a restart took the URL and the next steps
// away, and nothing told the new URL. Law: first steps last until one goes on or there are several agents; agents that were lost
// before are listed.
import { screen, waitFor } from "@testing-library/react";
import { useLocation } from "react-router-dom";
import { beforeEach, expect, it } from "vitest";
import { departures } from "#fleet/departures.ts";
import { forgetKnown } from "#fleet/last-known.ts";
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

const one = (id: string, host = "my-laptop") => ({ ...sessionOf(host), id });
const ended = (id: string, host = "my-laptop") => ({ ...lostSessionOf(host), id });
const [OLD, NEW] = ["https://clear-badger.example", "https://rapid-maple.example"];
const tunnel = (session: string, url: string) => ({
  id: `tn_${session}`,
  uri: "",
  started_at: sessionOf("").started_at,
  public_url: url,
  tunnel_session: { id: session, uri: "" },
});

/** The account as it is now. */
function account(now: { online?: object[]; ended?: object[]; tunnels?: object[] }) {
  const lists = { tunnel_sessions: now.online, ended_sessions: now.ended, tunnels: now.tunnels };
  server.answerWith((request, response) => {
    const made = { id: "cr_new", uri: "", created_at: sessionOf("").started_at };
    if (request.method === "POST") return json(201, { ...made, token: "gha_new" })(request, response);
    if (request.url?.endsWith("/cr_new")) return json(200, made)(request, response);
    const name = /^\/(\w+)/.exec(request.url ?? "")?.[1] ?? "";
    const items = lists[name as keyof typeof lists] ?? [];
    return json(200, { [name]: items, uri: "", next_page_uri: null })(request, response);
  });
}

/** The address as the page has read it. */
const Place = () => <p>at {useLocation().search}</p>;
const element = (
  <>
    <Component />
    <Place />
  </>
);
const open = (search = "") =>
  renderInApp(null, {
    path: href.sessions(search),
    routes: [{ path: paths.sessions, element }],
  });

/** The first agent came online on an open page, and its process ended. */
async function left() {
  account({});
  const app = open();
  await screen.findByRole("heading", { name: "No agent is online yet" });
  account({ online: [one("ts_1")], tunnels: [tunnel("ts_1", OLD)] });
  await app.client.invalidateQueries();
  await screen.findByRole("link", { name: new RegExp(OLD) });
  expect(screen.queryByText(/changed/)).toBeNull();
  await screen.findByText("at ?first=");
  account({ ended: [ended("ts_1")] });
  await app.client.invalidateQueries();
  await screen.findByText("0 online");
  await screen.findByRole("link", { name: "1 offline" });
  return app;
}

const note = () => screen.getByText(/went offline/).textContent;
const WENT = "my-laptop went offline. See what it printed, then run the command again.";

it("stays while the first agent is away, and shows what it came back with", async () => {
  const { client, user, router } = await left();
  expect(note()).toBe(WENT);
  expect(screen.getByRole("heading", { name: "No agent is online" })).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  account({ online: [one("ts_2")], tunnels: [tunnel("ts_2", NEW)] });
  await client.invalidateQueries();
  await screen.findByRole("link", { name: new RegExp(NEW) });
  expect(screen.getByRole("heading", { name: "Your agent is online" })).toBeTruthy();
  expect((await screen.findByText("1 URL changed.")).parentElement?.textContent).toBe(
    `1 URL changed. It was ${OLD} before.`,
  );
  expect(screen.queryByText(/went offline/)).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Show sessions" }));
  expect(await screen.findByRole("table", { name: "Sessions" })).toBeTruthy();
  expect(router.state.location.search).toBe("");
});

it("follows a restart between two readings, and says of the same URL nothing", async () => {
  account({});
  const { client } = open();
  await screen.findByRole("heading", { name: "No agent is online yet" });
  account({ online: [one("ts_1")], tunnels: [tunnel("ts_1", OLD)] });
  await client.invalidateQueries();
  await screen.findByRole("link", { name: new RegExp(OLD) });
  account({ online: [one("ts_2")], tunnels: [tunnel("ts_2", OLD)] });
  await client.invalidateQueries();
  await waitFor(() =>
    expect(screen.getByRole("link", { name: "my-laptop" }).getAttribute("href")).toBe(href.session("ts_2")),
  );
  expect(await screen.findByRole("link", { name: new RegExp(OLD) })).toBeTruthy();
  expect(screen.queryByText(/changed/)).toBeNull();
});

it("follows another agent that comes in its place, of which no URL changed", async () => {
  const { client } = await left();
  account({ online: [one("ts_2", "other")], ended: [ended("ts_1")], tunnels: [tunnel("ts_2", NEW)] });
  await client.invalidateQueries();
  await screen.findByRole("link", { name: new RegExp(NEW) });
  expect(screen.getByRole("link", { name: "other" })).toBeTruthy();
  expect(screen.queryByText(/changed/)).toBeNull();
});

it("is there again after a reload while the first agent is away", async () => {
  const { unmount, router } = await left();
  const { search } = router.state.location;
  unmount();
  departures.set([]);
  open(search);
  await screen.findByText(/went offline/);
  expect(note()).toBe(WENT);
  expect(screen.getByRole("heading", { name: "No agent is online" })).toBeTruthy();
});

// Cause: the authtoken of the first agent was forgotten as soon as the agent was online, so a reload led to another one. Law: what exists
// already is said; who adds an agent beside others begins anew.
it("knows after a reload the authtoken that the first agent used, and Add agent does not", async () => {
  account({});
  const { user, client, unmount, router } = open();
  await user.click(await screen.findByRole("button", { name: "Create authtoken" }));
  await screen.findByText("Done");
  account({ online: [{ ...one("ts_1"), credential: { id: "cr_new", uri: "" } }] });
  await client.invalidateQueries();
  await screen.findByText("at ?first=");
  await screen.findByRole("heading", { name: "Your first agent is online" });
  const { search } = router.state.location;
  unmount();
  departures.set([]);
  const again = open(search);
  await screen.findByRole("heading", { name: "Your first agent is online" });
  account({ ended: [ended("ts_1")] });
  await again.client.invalidateQueries();
  await screen.findByText(/went offline/);
  expect(screen.getByText(/^You created it earlier\. Its token can’t be shown again\./)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy cr_new" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create authtoken" })).toBeNull();
  again.unmount();
  account({ online: [one("ts_2"), one("ts_3", "other")] });
  open("?add=");
  await screen.findByRole("dialog", { name: "Add agent" });
  expect(await screen.findByRole("button", { name: "Create authtoken" })).toBeTruthy();
});

it("makes way for the list when it is asked who is offline", async () => {
  const { user } = await left();
  await user.click(screen.getByRole("link", { name: "1 offline" }));
  expect(await screen.findByRole("table", { name: "Sessions" })).toBeTruthy();
});

it.each([
  ["several that were lost", { ended: [ended("ts_1"), ended("ts_2", "other")] }],
  ["one that is online beside one that was lost", { online: [one("ts_1")], ended: [ended("ts_2", "other")] }],
])("makes way for the list of %s, also at its own address", async (_, now) => {
  account(now);
  open("?first=");
  expect(await screen.findByRole("table", { name: "Sessions" })).toBeTruthy();
  expect(screen.getAllByRole("link", { name: /^(my-laptop|other)$/ })).toHaveLength(2);
});
