// Cause: an app that was down behind one of several agents was told nowhere, since the edge asks another agent in its place. Law: a tunnel
// whose app fails has a line, with its agent, its app and its link; what is said of an address is said there.
import { expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { Unreached } from "#resources/unreachable.ts";
import { tunnelAttention } from "./tunnel-attention.ts";

const FACTS = "Failures since 10:32. 8 of the last 8 requests to the app failed";
const lead: Unreached = `unreached ERR_GATEHOUSE_3210 ${FACTS}`;
const sessions = [{ id: "ts_2", metadata: '{"host":"second-host"}' } as TunnelSession];
const tunnel = (id: string, session: string) => ({
  id,
  started_at: "2026-11-21T12:00:00Z",
  forwards_to: "http://localhost:8000",
  tunnel_session: { id: session, uri: "" },
});
const own = tunnel("tn_2", "ts_2");
const live = new Map([
  ["bkdtg_1", [tunnel("tn_1", "ts_1"), own]],
  ["bkdtg_2", [own]],
]);

it("names the agent and its app", () => {
  expect(tunnelAttention(sessions, { live, unreached: new Map([["tn_2", lead]]) })).toMatchObject([
    {
      what: "second-host: App unreachable",
      why: `Forwards to http://localhost:8000. ${FACTS}. Check the app, and where its tunnel forwards to.`,
      fix: { to: "/tunnels/tn_2" },
    },
  ]);
});

it("leaves out what is said of an address, and a tunnel that is gone", () => {
  const unreached = new Map([
    ["tn_2", lead],
    ["edghtsrt_1", lead],
    ["tn_gone", `${lead}.` as const],
  ]);
  expect(tunnelAttention(sessions, { live, unreached })).toEqual([]);
  expect(tunnelAttention(sessions, {})).toEqual([]);
});
