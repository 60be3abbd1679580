import { screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { href, paths } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import { renderInApp } from "#testing/render.tsx";
import { startTestService } from "#testing/service.ts";
import { departures } from "./departures.ts";
import { dismissDeparture } from "./last-known.ts";
import { leftWords } from "./action-text.ts";
import { commandAgent } from "./command-agent.ts";
import { LazyActionWatch } from "./lazy-action-watch.tsx";
import { Component as Endpoint } from "#pages/endpoint/endpoint-page.tsx";
import { Component as Endpoints } from "#pages/endpoints/endpoints-page.tsx";
import { Component as Session } from "#pages/session/session-page.tsx";
import { Component as Sessions } from "#pages/sessions/sessions-page.tsx";

let service: Awaited<ReturnType<typeof startTestService>>;
let stopped: TunnelSession;
let url: string;
let endpointId: string;
beforeAll(async () => {
  service = await startTestService({ demo: 24 });
  connect();
  const client = createQueryClient();
  const [all, serving] = await Promise.all([
    client.fetchQuery(tunnelSessions.query),
    client.fetchQuery(tunnels.query),
  ]);
  // Its agent stays away: the demo's come back only from restarts.
  const tunnel = serving.find(({ public_url: at }) => at)!;
  url = tunnel.public_url!;
  endpointId = tunnel.endpoint!.id;
  stopped = all.find(({ id }) => id === tunnel.tunnel_session?.id)!;
  await commandAgent(stopped.id, "stop");
});
afterAll(async () => {
  forgetConnection();
  await service.close();
});

function connect() {
  const { origin, key } = service;
  setConnection({ baseUrl: `${origin}/api`, key, versionHeader: "Service-Version" }, { remember: false });
}

const open = (path: string) => {
  connect();
  const element = (Page: typeof Sessions) => (
    <>
      <Page />
      <LazyActionWatch />
    </>
  );
  return renderInApp(null, {
    path,
    routes: [
      { path: paths.sessions, element: element(Sessions) },
      { path: paths.session, element: element(Session) },
      { path: paths.endpoints, element: element(Endpoints) },
      { path: paths.endpoint, element: element(Endpoint) },
    ],
  });
};

// Cause: a tab or browser that came after an agent had left knew nothing of it: lists were silent, its page was "No such session".
// Law: what the service remembers is told, with when and how.
it("a list that is opened afterwards shows who left before, greyed, until it is dismissed", async () => {
  open(href.sessions());
  await screen.findByRole("table", { name: "Sessions" });
  expect(await screen.findByText(/^Stopped at /)).toBeTruthy();
  // Cause: "1 offline" led nowhere, and the row was the last of a long list. Law: a number leads to what it counts.
  expect(screen.getByRole("link", { name: "1 offline" }).getAttribute("href")).toBe(
    href.sessions("?state=offline"),
  );
  const [one] = departures.getSnapshot();
  expect(one).toMatchObject({ session: { id: stopped.id }, reason: "stopped" });
  expect(leftWords(one!, [])).toMatchObject({ tone: "off", text: expect.stringMatching(/^Stopped at /) });
  dismissDeparture(stopped.id);
  await waitFor(() => expect(screen.queryByText(/^Stopped at /)).toBeNull());
});

it("what was dismissed stays away when it is asked for again", async () => {
  dismissDeparture(stopped.id);
  open(href.sessions());
  await screen.findByRole("table", { name: "Sessions" });
  await waitFor(() => expect(screen.getByText("23 online")).toBeTruthy());
  expect(departures.getSnapshot()).toEqual([]);
});

it("its own page tells how it left, and what it served", async () => {
  open(href.session(stopped.id));
  await screen.findByRole("heading", { level: 1, name: sessionName(stopped) });
  expect(await screen.findByText("Stopped from another browser or through the API.")).toBeTruthy();
  expect((await screen.findAllByText(url.replace("https://", ""), { exact: false })).length).toBeGreaterThan(
    0,
  );
});

it("a URL that went with it is told over the list of endpoints", async () => {
  open(href.endpoints());
  expect(await screen.findByText(/is offline with its agent/)).toBeTruthy();
});

it("the page of an endpoint that nobody here ever saw names its URL and its agent", async () => {
  open(href.endpoint(endpointId));
  expect(await screen.findByText(/is offline with its agent/)).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(url);
});

// Cause: a session that was listed as ended before its agent was back, and whose agent then left again, stayed in the list beside
// its successor, where no list of sessions was read in between. Law: an agent that left is listed once, as it left last.
it("an agent that came back and left again is listed once", async () => {
  connect();
  const client = createQueryClient();
  const all = await client.fetchQuery(tunnelSessions.query);
  const first = all.find(({ id, metadata }) => id !== stopped.id && metadata)!;
  await commandAgent(first.id, "restart");
  const next = await waitFor(async () => {
    const now = await client.fetchQuery({ ...tunnelSessions.query, staleTime: 0 });
    const found = now.find(({ id, metadata }) => id !== first.id && metadata === first.metadata);
    expect(found).toBeDefined();
    return found!;
  });
  await commandAgent(next.id, "stop");
  await waitFor(async () => {
    const now = await client.fetchQuery({ ...tunnelSessions.query, staleTime: 0 });
    expect(now.map(({ id }) => id)).not.toContain(next.id);
  });
  departures.set([{ session: first, reason: "restarted", seenAt: Date.now(), leftAt: Date.now() }]);
  open(href.sessions());
  await screen.findByRole("table", { name: "Sessions" });
  await waitFor(() =>
    expect(departures.getSnapshot().map(({ session, back }) => [session.id, back])).toEqual(
      expect.arrayContaining([
        [first.id, next.id],
        [next.id, undefined],
      ]),
    ),
  );
  expect(screen.getAllByText(sessionName(first))).toHaveLength(1);
});
