// Cause: an agent that had two sessions between two readings, as when the database was away right after its restart, failed with
// "Still offline after 60 s": its proof names the one that nobody saw. Law: an agent that is online and alone is found again.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type KeptSession, type OnlineSession, readingOf } from "./reading.ts";
import { sessionNow } from "./state.ts";

const TOLD = Date.parse("2026-11-23T08:00:00Z");

function sessionOf(agent: number, id: string, succeeds: string | null, started: number): OnlineSession {
  return {
    id,
    succeeds,
    agent_version: "1.0.0",
    started_at: new Date(started).toISOString(),
    ip: "192.0.2.7",
    os: "linux",
    metadata: `agent ${agent}`,
    transport: "service/2",
    credential_id: "cr_1",
  };
}

/** Agents that were told to restart: how many sessions each had since, whether they prove the one before, whether it takes part. */
const fleet = fc.array(fc.record({ sessions: fc.nat(3), proves: fc.boolean(), takesPart: fc.boolean() }), {
  minLength: 1,
  maxLength: 6,
});

it("finds each agent by its last session, however many it had since it was told", () => {
  fc.assert(
    fc.property(fleet, (agents) => {
      const last = agents.map(({ sessions }, i) => `ts_${i}_${sessions}`);
      const online = agents.flatMap(({ sessions, proves }, i) => {
        const before = sessions > 0 && proves ? `ts_${i}_${sessions - 1}` : null;
        return [sessionOf(i, last[i]!, before, sessions > 0 ? TOLD + sessions * 1_000 : TOLD - 60_000)];
      });
      const members = agents.flatMap(({ takesPart }, i) => (takesPart ? [i] : []));
      const kept = members.map((i): KeptSession => {
        const { succeeds: _, ...planned } = sessionOf(i, `ts_${i}_0`, null, TOLD - 60_000);
        return { ...planned, region: "eu", alone: true };
      });
      const progress = members.map((i) => ({ session_id: `ts_${i}_0` }));
      const reading = readingOf(online, { sessions: kept, state: { agents: progress } }, () => TOLD);
      expect(members.map((i) => sessionNow(`ts_${i}_0`, reading))).toEqual(members.map((i) => last[i]));
    }),
  );
});
