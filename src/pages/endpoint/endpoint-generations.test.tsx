// Cause: the successor was known only while it was listed, so that its end brought back the one before it, with that one's agent
// and command. Law: a page that followed a URL to its newest generation never goes back to an older one.
import { act, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createQueryClient } from "#api/query-client.ts";
import { departures } from "#fleet/departures.ts";
import { forgetKnown } from "#fleet/last-known.ts";
import { ledger } from "#fleet/use-fleet.ts";
import { endpoints } from "#resources/endpoints.ts";
import { href, paths } from "#resources/paths.ts";
import { tunnels } from "#resources/tunnels.ts";
import { connectedServer } from "#testing/connected-server.ts";
import { json } from "#testing/fault-server.ts";
import { renderInApp } from "#testing/render.tsx";
import { Component as TunnelPage } from "../tunnel/tunnel-page.tsx";
import { Component } from "./endpoint-page.tsx";

const server = connectedServer();
beforeEach(() => {
  forgetKnown();
  departures.set([]);
  ledger.clear();
});
const URL_BEFORE = "https://shop.example";
const list = (key: string, ...items: object[]) => ({ [key]: items, uri: "/", next_page_uri: null });

/** What the service has while generation `n` of the agent serves the URL. */
function generation(n: number, url = URL_BEFORE) {
  const at = `2026-01-02T03:0${n}:05Z`;
  const session = {
    id: `ts_${n}`,
    uri: "",
    agent_version: `3.18.${n}`,
    ip: "203.0.113.1",
    metadata: JSON.stringify({ host: `shop-0${n}` }),
    os: "linux",
    region: "eu",
    started_at: at,
    transport: "service/2",
  };
  const endpoint = {
    id: `ep_${n}`,
    type: "ephemeral",
    created_at: at,
    updated_at: at,
    proto: "https",
    public_url: url,
    tunnel: { id: `tn_${n}`, uri: "" },
  };
  const tunnel = {
    id: `tn_${n}`,
    uri: "",
    started_at: at,
    proto: "https",
    public_url: url,
    endpoint: { id: `ep_${n}`, uri: "" },
    tunnel_session: { id: `ts_${n}`, uri: "" },
    forwards_to: "http://localhost:3000",
  };
  return { session, endpoint, tunnel };
}

type Generation = ReturnType<typeof generation>;

/** One that a restart ended, as the service remembers it. */
const endedOf = ({ session, tunnel }: Generation, reason = "restarted") => ({
  ...session,
  ended_at: session.started_at.replace(":05Z", ":55Z"),
  reason,
  refusal: null,
  succeeded_by: null,
  tunnels: [tunnel],
});

const answersOf = (online: Generation[], ended: Generation[] = []): Record<string, object> => ({
  "/ended_sessions": list("ended_sessions", ...ended.map((one) => endedOf(one))),
  "/endpoints": list("endpoints", ...online.map(({ endpoint }) => endpoint)),
  "/tunnels": list("tunnels", ...online.map(({ tunnel }) => tunnel)),
  "/tunnel_sessions": list("tunnel_sessions", ...online.map(({ session }) => session)),
  "/traffic_captures": list("traffic_captures"),
  ...Object.fromEntries(
    online.flatMap(({ session, endpoint, tunnel }) => [
      [`/tunnel_sessions/${session.id}`, session],
      [`/endpoints/${endpoint.id}`, endpoint],
      [`/tunnels/${tunnel.id}`, tunnel],
    ]),
  ),
});

it.each([
  ["endpoint", href.endpoint("ep_1"), { path: paths.endpoint, Component }, "ep_2"],
  ["tunnel", href.tunnel("tn_1"), { path: paths.tunnel, Component: TunnelPage }, "tn_2"],
])("the page (%s) stays with the newest generation once that is offline", async (_, path, route, newest) => {
  let answers = answersOf([generation(1)]);
  server.answerWith((request, response) => {
    const answer = answers[request.url?.split("?")[0] ?? ""];
    return (answer ? json(200, answer) : json(404, {}))(request, response);
  });
  const { client } = renderInApp(null, { path, routes: [route] });
  await screen.findAllByRole("link", { name: "shop-01" });
  answers = answersOf([generation(2)]);
  await client.refetchQueries();
  await screen.findAllByRole("link", { name: "shop-02" });
  const { session } = generation(2);
  const stop = { id: "a_1", kind: "stop", sessionId: "ts_2", session, sentAt: Date.now() } as const;
  const log = [{ at: Date.now(), event: "sending" }] as const;
  const state = { phase: "waiting" } as const;
  ledger.update(() => [{ ...stop, knownIds: [], newestStartedAt: "", urls: [URL_BEFORE], log, state }]);
  answers = answersOf([]);
  await client.refetchQueries();
  expect(await screen.findByText("Request path before it ended")).toBeTruthy();
  expect((await screen.findAllByRole("link", { name: "shop-02" })).length).toBeGreaterThan(0);
  expect(screen.queryByRole("link", { name: "shop-01" })).toBeNull();
  expect(screen.getAllByRole("button", { name: `Copy ${newest}` }).length).toBeGreaterThan(0);
  expect(screen.getAllByText(/^Stopping…/).length).toBeGreaterThan(0);
});

const PAGES = [
  ["endpoint", href.endpoint("ep_1"), { path: paths.endpoint, Component }],
  ["tunnel", href.tunnel("tn_1"), { path: paths.tunnel, Component: TunnelPage }],
] as const;

/** The page of a generation that ended before it was opened, then `after` of the same agent instead. */
async function openedLate(path: string, route: (typeof PAGES)[number][2], after: Generation) {
  let answers = answersOf([], [generation(1)]);
  server.answerWith((request, response) => {
    const answer = answers[request.url?.split("?")[0] ?? ""];
    return (answer ? json(200, answer) : json(404, {}))(request, response);
  });
  const page = renderInApp(null, { path, routes: [route] });
  expect(await screen.findByText(/is offline with its agent/)).toBeTruthy();
  answers = answersOf([{ ...after, session: { ...generation(1).session, id: after.session.id } }]);
  await page.client.refetchQueries();
  return page;
}

// Cause: a tab that was opened in the middle of a restart said for ever that the URL is offline, also once it was online again. Law: what is
// gone is followed to what serves in its place, whoever remembers it.
it.each(PAGES)("the page (%s) of what had ended before it was opened follows it", async (_, path, route) => {
  const { unmount } = await openedLate(path, route, generation(2));
  expect((await screen.findAllByText("Online again")).length).toBeGreaterThan(0);
  expect(screen.getByText("Request path")).toBeTruthy();
  expect(screen.queryByText(/is offline with its agent/)).toBeNull();
  // As when a hundred others left since: no more are kept.
  act(() => departures.set([]));
  expect(screen.getAllByText("Online again").length).toBeGreaterThan(0);
  // And after a reload, when the service says no more of one that is back.
  unmount();
  renderInApp(null, { path, routes: [route] });
  expect((await screen.findAllByText("Online again")).length).toBeGreaterThan(0);
});

it.each(PAGES)("the page (%s) says at which address it is served instead", async (_, path, route) => {
  await openedLate(path, route, generation(2, "https://new.example"));
  expect(await screen.findByText("Online at a new address")).toBeTruthy();
  expect(screen.getByText(/Its agent serves/).textContent).toContain(
    `Its agent serves https://new.example in place of ${URL_BEFORE}.`,
  );
});

// Cause: a URL that its agent came back without was "offline with its agent" on its page, and not in the list. Law: both say the same.
it.each(PAGES)("the page (%s) says what its agent serves in place of it", async (_, path, route) => {
  const { session, ...other } = generation(2, "https://other.example");
  const tunnel = { ...other.tunnel, forwards_to: "http://localhost:9" };
  await openedLate(path, route, { ...other, session, tunnel });
  expect(await screen.findByText(/is offline since its agent shop-01 came back with/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "https://other.example" })).toBeTruthy();
});

// Cause: an endpoint that the tab had in a list, and opened once its agent was stopped, was "Offline" with no word of the agent. Law: what
// is offline names whose it was and how that left, however it is known.
// Cause: so was one that was open in a browser which had read no list of sessions before.
it.each(PAGES.flatMap((page) => [["in a list", ...page] as const, ["on its page", ...page] as const]))(
  "who served what was seen %s is named on the page (%s) once it ended, and how that left",
  async (seen, _, path, route) => {
    const online = answersOf([generation(1)]);
    const stopped = list("ended_sessions", endedOf(generation(1), "stopped"));
    const ended: Record<string, object> = { ...answersOf([]), "/ended_sessions": stopped };
    let answers = seen === "in a list" ? ended : online;
    server.answerWith((request, response) => {
      const answer = answers[request.url?.split("?")[0] ?? ""];
      return (answer ? json(200, answer) : json(404, {}))(request, response);
    });
    const client = createQueryClient();
    const { endpoint, tunnel } = generation(1);
    if (seen === "in a list") {
      client.setQueryData(endpoints.query.queryKey, [endpoint], { updatedAt: 1 });
      client.setQueryData(tunnels.query.queryKey, [tunnel], { updatedAt: 1 });
    }
    renderInApp(null, { client, path, routes: [route] });
    if (seen === "on its page") {
      await screen.findAllByRole("link", { name: "shop-01" });
      const now = Date.now;
      const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + 10_000);
      onTestFinished(() => clock.mockRestore());
      answers = ended;
      await client.refetchQueries();
    }
    const said = await screen.findByText(/is offline with its agent/);
    expect(said.textContent).toMatch(
      new RegExp(`^${URL_BEFORE} is offline with its agent shop-01\\. Stopped at .*M\\.$`),
    );
    expect(within(said).getByRole("link", { name: "shop-01" }).getAttribute("href")).toBe(
      href.session("ts_1"),
    );
    expect(screen.getByText("Request path before it ended")).toBeTruthy();
    expect(screen.getByText(/^Stopped at/)).toBeTruthy();
  },
);
