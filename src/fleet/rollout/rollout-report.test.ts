// Cause: a report said neither how the agents were chosen, nor what the rollout was set to, why it halted, or which attempt a step was of.
// Nor what came of a step: one that was refused read as one that was done. Law: who reads a report needs nothing else to know what was done, in each of its forms.
import { expect, it } from "vitest";
import { ROLLOUT_EXAMPLES } from "#contract/operations/rollout-example.ts";
import { rolloutOperations } from "#contract/operations/rollouts.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { act, advance, newRollout } from "#contract/rollouts/machine.ts";
import { agentsWire, summaryWire, countsOf } from "#contract/rollouts/wire.ts";
import { askedFor } from "#contract/rollouts/asked.ts";
import { rolloutReport } from "./rollout-report.ts";

const example = ROLLOUT_EXAMPLES.find(([schema]) => schema === rolloutOperations.get.answer)?.[1] as Rollout;

/** A canary that refused its restart twice: the second attempt was asked for. Another agent waits. */
function halted(): Rollout {
  const asked = {
    ...askedFor({
      session_ids: [],
      action: "restart",
      chosen: "region eu | found by “gw”",
      halt_percent: 20,
    }),
  };
  let state = newRollout(asked, [
    { session_id: "ts_1", from: "1.0.0", restarts: true, batch: 0 },
    { session_id: "ts_2", from: "1.0.0", restarts: true, batch: 1 },
  ]);
  for (const attempt of [1, 2]) {
    const at = attempt * 10_000;
    const { state: begun, commands } = advance(state, {
      at,
      reading: { online: new Map([["ts_1", "1.0.0"]]), next: new Map() },
    });
    const answers = commands.map(({ agent, step }) => ({
      agent,
      step,
      outcome: "refused" as const,
      detail: `No ${attempt}.`,
    }));
    state = advance(begun, { at: at + 1_000, answers }).state;
    if (attempt === 1) state = act(state, "retry", at + 2_000);
  }
  const sessions = ["ts_1", "ts_2"].map((id) => ({
    ...example.agents[0]!.session,
    id,
    credential_id: "cr_1",
    alone: true,
  }));
  return {
    ...summaryWire(example, asked, state, countsOf(state)),
    plan: example.plan,
    agents: agentsWire(sessions, state),
  };
}

const SETTINGS =
  "1 canary, then batches of 10, 5 at once, 30 s between batches. Halts when a canary fails or 20 % failed.";

it("says it in Markdown", () => {
  const text = rolloutReport(halted(), "md");
  expect(text).toMatch(/^# Restart: Halted: the canary ts_1 failed\n/);
  expect(text).toContain("\n- Agents: region eu \\| found by “gw”\n");
  expect(text).toContain(`\n- Settings: ${SETTINGS}\n- Skipped: `);
  expect(text.match(/An ssh session has no agent/g)).toHaveLength(1);
  const rows = text.split("\n").filter((line) => line.startsWith("| ") && !line.includes("ts\\_2"));
  const [heads, , ...cells] = rows.map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  const attempt = heads!.indexOf("attempt");
  const result = heads!.indexOf("result");
  expect(cells.map((row) => [row[attempt], row[result], row.at(-2)])).toEqual([
    ["1", "failed", "No 1."],
    ["2", "failed", "No 2."],
  ]);
});

it("says it in each line of CSV, and JSON has all of it", () => {
  const rollout = halted();
  const [head, ...all] = rolloutReport(rollout, "csv").trim().split("\r\n");
  const lines = all.filter((line) => line.startsWith("ts_1"));
  expect(head).toMatch(/,attempt,.*,rollout,status,chosen,settings$/);
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toContain("Halted: the canary ts_1 failed");
    expect(line).toContain("region eu | found by “gw”");
    expect(line).toContain(SETTINGS);
    expect(line).toContain(",Restart,failed,");
  }
  const json = JSON.parse(rolloutReport(rollout, "json")) as Rollout;
  expect(json).toMatchObject({ chosen: rollout.chosen, halted_by: "canary", halt_percent: 20, canary: 1 });
  expect(json.agents[0]?.steps.map(({ attempt }) => attempt)).toEqual([1, 2]);
});
