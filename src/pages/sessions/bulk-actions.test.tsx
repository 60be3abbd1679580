// Cause: the selection bar said "Update 0…" and "Restart 0…", and gave a try that was refused before the weight of the next step.
// Law: a number is of what can be done, and a button that can't be used says why.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { refusal } from "#contract/capability.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { answered, type Answer } from "#fleet/action.ts";
import { startAction } from "#fleet/start-action.ts";
import { ledger } from "#fleet/use-fleet.ts";
import { renderInApp } from "#testing/render.tsx";
import { BulkActions } from "./bulk-actions.tsx";
import { buildRows } from "./session-rows.ts";

const session = (os: string): TunnelSession => ({
  id: `ts_${os}`,
  uri: "",
  agent_version: "3.17.4",
  ip: "203.0.113.15",
  os,
  region: "eu",
  started_at: "2026-11-20T14:00:00Z",
  transport: "service/2",
});

/** The bar over one agent that was sent an update, if `answer` says what came of it: its buttons, primary ones marked. */
function bar(os: string, answer?: Answer) {
  const one = session(os);
  const at = Date.now() - 60_000;
  const sent = startAction({ id: "u", kind: "update", session: one, sessions: [one], urls: [], at });
  if (answer) ledger.update(() => [answered(sent, answer, at)]);
  const rows = buildRows({ sessions: [one], serves: null, actions: ledger.getSnapshot(), now: Date.now() });
  renderInApp(<BulkActions rows={rows} onAsk={() => undefined} />);
  const buttons = screen.getAllByRole("button");
  return buttons.map(
    ({ textContent, className }) => `${textContent}${/\bbg-accent\b/.test(className) ? " primary" : ""}`,
  );
}

it("counts what can be done, and says why nothing can", () => {
  expect(bar("windows")).toEqual([
    "Update 1… primary",
    `Restart…${refusal("restart", session("windows"))}`,
    "Stop 1…",
  ]);
});

it("leads from an update to the restart", () => {
  expect(bar("linux", { outcome: "accepted" })).toEqual([
    "Update…Already updated. Restart it to finish.",
    "Restart 1… primary",
    "Stop 1…",
  ]);
});

it("makes nothing the next step of an agent that refused its update", () => {
  const no: Answer = { outcome: "refused", error: { msg: "No.", status: 409 } };
  expect(bar("linux", no)).toEqual(["Update 1…", "Restart 1…", "Stop 1…"]);
});
