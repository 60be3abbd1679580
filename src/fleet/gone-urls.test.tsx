// Cause: a URL whose agent was stopped minutes before was a dead end, "No match". Law: what the console knows, it tells.
import { act, screen } from "@testing-library/react";
import * as fc from "fast-check";
import { expect, it, vi } from "vitest";
import { connectedServer } from "#testing/connected-server.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import { renderInApp } from "#testing/render.tsx";
import { answered, type FleetAction } from "./action.ts";
import { departures } from "./departures.ts";
import { GoneNote } from "./gone-note.tsx";
import { goneUrls, urlsAway } from "./gone-urls.ts";
import { startAction } from "./start-action.ts";

const server = connectedServer();
const at = Date.parse("2026-11-22T16:12:00Z");
const departure = (url: string, back?: string) => ({
  session: {
    id: "ts_1",
    uri: "",
    agent_version: "3.18.2",
    ip: "192.0.2.7",
    metadata: '{"host":"ams-scan-01"}',
    os: "linux",
    region: "us",
    started_at: "2026-11-22T10:00:00Z",
    transport: "service/2",
  },
  seenAt: at - 5000,
  leftAt: at,
  ...(back === undefined ? {} : { back }),
  served: [{ id: "tn_1", started_at: "2026-11-22T10:00:00Z", public_url: url }],
});

it("is found as a whole, by its host, and by a path below it, until its agent is back", () => {
  fc.assert(
    fc.property(fc.domain(), fc.constantFrom("", "/", "/orders?x=1", ":443/a"), (host, path) => {
      const url = `https://${host}`;
      const found = (typed: string, back?: string) =>
        goneUrls(typed, { left: [departure(url, back)], actions: [] }, []).length;
      expect([found(url), found(`${url}${path}`), found(host.toUpperCase())]).toEqual([1, 1, 1]);
      expect(found(url, "ts_2")).toBe(0);
      expect(found(`https://x-${host}`)).toBe(0);
    }),
  );
});

// Cause: an agent that was stopped before its tunnels were kept had none to tell. Law: as above.
it("is found by what the command was to take offline, while nothing else was kept of it", () => {
  const { session } = departure("");
  const url = "tls://a.example:38497";
  const stop = {
    ...answered(
      startAction({ id: "1", kind: "stop", session, sessions: [session], urls: [url], at }),
      { outcome: "accepted" },
      at,
    ),
    leftAt: at + 1000,
  };
  const found = (one: FleetAction) =>
    goneUrls(url, { left: [], actions: [one] }, []).map(({ said }) => said.text);
  expect(found(stop)).toEqual([expect.stringMatching(/^Stopped at /)]);
  expect(found({ ...stop, state: { phase: "verified", seconds: 1, successorId: "ts_2" } })).toEqual([]);
  // Cause: the URL of an edge of which one route lost its agent was "offline with its agent", over the row of that edge. Law: a URL is offline
  // where nothing of it is served.
  const labelled = { id: "tn_1", started_at: "2026-11-22T10:00:00Z", labels: { app: "a" } };
  const left = [{ ...departure(""), served: [labelled] }];
  expect(goneUrls(url, { left, actions: [stop] }, [])).toEqual([]);
});

// Cause: the old URL of an agent that had come back with another one found nothing. Law: what the console knows of a URL, it says.
it("leads to what its agent serves now, where that is another URL", () => {
  const old = "https://a.example";
  const tunnel = (public_url: string, session = "ts_2") => ({
    id: "tn_2",
    started_at: "2026-11-22T16:13:00Z",
    public_url,
    tunnel_session: { id: session, uri: "" },
  });
  const found = (...online: ReturnType<typeof tunnel>[]) =>
    goneUrls("a.example/x", { left: [departure(old, "ts_2")], actions: [] }, online).map(({ now }) => now);
  const moved = tunnel("https://b.example");
  expect(found(moved)).toEqual([[moved]]);
  expect(found(tunnel(old))).toEqual([]);
  expect(found(tunnel("https://b.example", "ts_3"))).toEqual([]);
});

// Cause: an agent that was lost was found by its URL and not by its name, though its row was in sight. Law: as above.
it("leads from its name to an agent that is away", () => {
  const found = (back?: string) =>
    goneUrls("AMS-scan", { left: [departure("https://a.example", back)], actions: [] }, []).map(
      ({ url }) => url,
    );
  expect(found()).toEqual(["ams-scan-01"]);
  expect(found("ts_2")).toEqual([]);
});

// Cause: an address on another port than 443 was found with that port alone, which no report names. Law: as above.
it("is found without its port", () => {
  const found = (typed: string) =>
    goneUrls(typed, { left: [departure("https://a.example:4551")], actions: [] }, []).length;
  expect(
    ["a.example/x?y=1", "https://a.example/", "a.example:4551/x", "a.example:4552/x", "b.a.example/x"].map(
      found,
    ),
  ).toEqual([1, 1, 1, 0, 0]);
});

it.each(["", "a", "htt", "https://"])("is not named by “%s”", (typed) => {
  expect(goneUrls(typed, { left: [departure("https://a.example")], actions: [] }, [])).toEqual([]);
});

// Cause: of an agent that left while only the list of endpoints was read, no URL was known. Law: as above.
it("a list of URLs reads whose they are before an agent leaves", async () => {
  renderInApp(<GoneNote />, { path: "/endpoints" });
  await vi.waitFor(() =>
    expect(server.seen.map(({ url }) => url)).toContainEqual(expect.stringMatching(/^\/tunnels\b/)),
  );
});

// Cause: the first agent that left after a list of URLs was opened left none behind: its tunnels were read again before anybody
// watched. Law: as above.
it("a list of URLs watches from its first reading on", () => {
  const { client } = renderInApp(<GoneNote />, { path: "/endpoints" });
  const { session, served } = departure("https://first.example");
  const tunnel = { ...served[0]!, tunnel_session: { id: session.id, uri: "" } };
  act(() => {
    client.setQueryData(tunnelSessions.query.queryKey, [session]);
    client.setQueryData(tunnels.query.queryKey, [tunnel]);
  });
  act(() => {
    client.setQueryData(tunnels.query.queryKey, []);
    client.setQueryData(tunnelSessions.query.queryKey, []);
  });
  expect(screen.getByText(/is offline with its agent/).textContent).toContain("https://first.example");
});

// Cause: the row of a URL whose agent was lost disappeared without a word. Law: what goes offline under the eyes of who reads the
// list is told there, unasked.
it("a list that is not searched tells every URL whose agent is away and does not just restart", () => {
  departures.set([departure("https://a.example")]);
  const { unmount } = renderInApp(<GoneNote />, { path: "/endpoints" });
  expect(screen.getAllByRole("note").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^https:\/\/a\.example is offline with its agent ams-scan-01\. Offline since .*\./),
  ]);
  unmount();
  const { session } = departure("");
  const restart = {
    ...answered(
      startAction({ id: "1", kind: "restart", session, sessions: [session], urls: [], at }),
      { outcome: "accepted" },
      at,
    ),
    leftAt: at,
  };
  expect(urlsAway({ left: [departure("https://a.example")], actions: [restart] }, [])).toEqual([]);
  expect(urlsAway({ left: [departure("https://a.example", "ts_2")], actions: [] }, [])).toEqual([]);
});

// Cause: three letters that other rows match hid what is down. Law: as above.
it.each(["a", "exa"])("a list that is searched for “%s” tells it too", (typed) => {
  departures.set([departure("https://a.example")]);
  renderInApp(<GoneNote />, { path: `/endpoints?q=${typed}` });
  expect(screen.getByText(/is offline with its agent/).textContent).toContain("https://a.example");
});

it("a list that is searched for it says whose it was, with a link, and when that left", () => {
  departures.set([departure("https://a.example")]);
  renderInApp(<GoneNote />, { path: "/endpoints?q=https%3A%2F%2Fa.example" });
  expect(screen.getByRole("link", { name: "ams-scan-01" }).getAttribute("href")).toBe("/sessions/ts_1");
  expect(screen.getByText(/is offline with its agent/).textContent).toMatch(/Offline since .*\./);
});

// Cause: in a sentence the link to an agent was told from the words around it by its colour alone. Law: in running text a link is
// underlined.
it("underlines its links", () => {
  departures.set([departure("https://a.example")]);
  renderInApp(<GoneNote />, { path: "/endpoints" });
  expect(screen.getByRole("link", { name: "ams-scan-01" }).className.split(" ")).toContain("link");
});
