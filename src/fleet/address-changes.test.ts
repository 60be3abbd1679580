// Cause: an agent came back at a new address under a green "Verified", and the dialog had promised the old one. Law: an outcome
// says which addresses changed, and calls none changed that is served.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { startAction } from "./start-action.ts";
import { addressChanges, restartChanges } from "./address-changes.ts";

const T0 = "2026-11-22T10:00:00Z";
const ref = (id: string) => ({ id, uri: `https://api.example/${id}` });
const tunnel = (id: string, session: string, port: number, url: string): Tunnel => ({
  id,
  started_at: T0,
  tunnel_session: ref(session),
  proto: "https",
  forwards_to: `localhost:${port}`,
  public_url: url,
});

it("pairs each address that nobody serves with the new one of the tunnel alike", () => {
  const before = [
    tunnel("tn_1", "ts_old", 80, "https://a.example"),
    tunnel("tn_2", "ts_old", 81, "https://b.example"),
  ];
  const tunnels = [
    tunnel("tn_3", "ts_new", 80, "https://c.example"),
    tunnel("tn_4", "ts_new", 81, "https://b.example"),
  ];
  const urls = ["https://a.example", "https://b.example", "https://d.example"];
  expect(addressChanges(urls, before, "ts_new", { tunnels, endpoints: [] })).toEqual([
    { from: "https://a.example", to: "https://c.example" },
    { from: "https://d.example", to: null },
  ]);
  // A list that still has the old tunnel proves nothing.
  expect(addressChanges(urls.slice(0, 1), before, "ts_new", { tunnels: before, endpoints: [] })).toEqual([
    { from: "https://a.example", to: null },
  ]);
});

it("is empty where every address is served, by whichever tunnel or edge, and names no address that is not asked for", () => {
  const url = fc.integer({ min: 0, max: 5 }).map((n) => `https://${n}.example`);
  fc.assert(
    fc.property(
      fc.uniqueArray(url),
      fc.array(fc.record({ url, port: fc.integer({ min: 80, max: 82 }) })),
      fc.array(url),
      (urls, drafts, edges) => {
        const before = urls.map((one, i) => tunnel(`tn_old${i}`, "ts_old", 80 + (i % 3), one));
        const tunnels = drafts.map((one, i) => tunnel(`tn_${i}`, "ts_new", one.port, one.url));
        const endpoints: Endpoint[] = edges.map((public_url, i) => ({
          id: `ep_${i}`,
          type: "edge",
          created_at: T0,
          updated_at: T0,
          public_url,
          edge: ref("edghts_1"),
        }));
        const served = new Set([...drafts.map((one) => one.url), ...edges]);
        const changes = addressChanges(urls, before, "ts_new", { tunnels, endpoints });
        expect(changes.map(({ from }) => from)).toEqual(urls.filter((one) => !served.has(one)));
        const news = changes.flatMap(({ to }) => to ?? []);
        expect(news.filter((to) => !drafts.some((one) => one.url === to))).toEqual([]);
      },
    ),
  );
});

// Cause: a restart that was verified became "Not all back" when its agent crashed a minute later. Law: a verdict is about what the
// command did; what happens later is told as itself.
it("leaves a restart verified when its successor is lost later", () => {
  const url = "https://a.example";
  const session = (id: string) => ({
    id,
    uri: "",
    agent_version: "3.18.2",
    ip: "192.0.2.7",
    os: "linux",
    region: "eu",
    started_at: T0,
    transport: "service/2",
  });
  const old = session("ts_old");
  const sent = startAction({ id: "1", kind: "restart", session: old, sessions: [old], urls: [url], at: 0 });
  const done = { ...sent, state: { phase: "verified", seconds: 3, successorId: "ts_new" } } as const;
  const was = { session: old, seenAt: 1, leftAt: 2, served: [tunnel("tn_1", "ts_old", 80, url)] };
  const crashed = { session: session("ts_new"), seenAt: 50, leftAt: 60 };
  const none = { tunnels: [], endpoints: [] };
  const lacking = [{ from: url, to: null }];

  expect(restartChanges(done, [was], none)).toEqual(lacking);
  expect(restartChanges(done, [was], { ...none, tunnels: [tunnel("tn_2", "ts_new", 80, url)] })).toEqual([]);
  const served = [tunnel("tn_2", "ts_new", 80, url)];
  expect(restartChanges(done, [was, { ...crashed, served }], none)).toEqual([]);
  // Nobody saw what it served: nothing is said of it.
  expect(restartChanges(done, [was, crashed], none)).toBeNull();
  expect(restartChanges({ ...done, servedAgain: true }, [was], none)).toEqual([]);
  // A list older than the restart proves nothing, also where its own tunnels were never read before.
  expect(restartChanges(done, [], { ...none, tunnels: was.served })).toEqual(lacking);
});
