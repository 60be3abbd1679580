// Cause: a page that was reloaded while its agent restarted said only "Offline". Law: what this tab told an agent is known after a reload.
import { expect, it } from "vitest";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { leftWords } from "#fleet/action-text.ts";
import { startAction } from "#fleet/start-action.ts";
import { clockMinute } from "#ui/time.tsx";
import { departureOf } from "./departure-of.ts";

const session = { id: "ts_1", os: "linux", started_at: "2026-11-21T14:00:00Z" } as TunnelSession;
const AT = Date.parse("2026-11-21T15:00:00Z");
const sent = (kind: "restart" | "update") => {
  const action = startAction({ id: kind, kind, session, sessions: [session], urls: [], at: AT });
  return { ...action, state: { phase: "waiting" } } as const;
};

it("tells of a restart that no page saw end", () => {
  const departure = departureOf("ts_1", [], [sent("restart")]);
  expect(departure).toMatchObject({ seenAt: AT, leftAt: AT });
  // Cause: it was "Restarted at 8:29 AM" while it was still away. Law: what is under way is not said to be done.
  expect(leftWords(departure!, [sent("restart")]).text).toBe(`Restarting since ${clockMinute(AT)}`);
  expect(leftWords({ ...departure!, back: "ts_2" }, [sent("restart")]).text).toBe(
    `Restarted at ${clockMinute(AT)}`,
  );
  const verified = { ...sent("restart"), state: { phase: "verified", seconds: 2 } } as const;
  expect(leftWords(departure!, [verified]).text).toBe(`Restarted at ${clockMinute(AT)}`);
  const seen = { session, seenAt: AT - 5, leftAt: AT + 5 };
  expect(departureOf("ts_1", [seen], [sent("restart")])).toBe(seen);
});

it("tells nothing of an update, nor of what was refused", () => {
  const refused = { ...sent("restart"), state: { phase: "refused", error: { msg: "" } } } as const;
  expect(departureOf("ts_1", [], [sent("update"), refused])).toBeUndefined();
});
