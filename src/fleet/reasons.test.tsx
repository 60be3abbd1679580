// Cause: a reason why agents are skipped stood as of one, "Restart it on its host", under the names of several, and "These agents are
// offline" over one. Law: what is said of several is said in their number.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { refusal } from "#contract/capability.ts";
import { noUpdate } from "#contract/no-release.ts";
import { UPDATE_REFUSALS } from "#contract/update-refusals.ts";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import { renderInApp } from "#testing/render.tsx";
import { refusedWords } from "./action-text.ts";
import { ALREADY_UPDATED, OFFLINE_REASON } from "./commands.ts";
import { byReason, whyNone } from "./reasons.ts";
import { SkippedList } from "./skipped-list.tsx";

const refused = (command: AgentCommand, os: string, transport: string) =>
  refusal(command, { os, transport }) ?? "";

const OF_SEVERAL: readonly [one: string, several: string][] = [
  [ALREADY_UPDATED.here, "Already updated. Restart them to finish."],
  [ALREADY_UPDATED.byHand, "Already updated. Restart them on their hosts to finish."],
  [
    refusedWords(UPDATE_REFUSALS.disabled)?.detail ?? "",
    "Turn on update checks in their configurations, or update them on their hosts.",
  ],
  [noUpdate("0.9.0", [], ["1.0.0"]) ?? "", "No release for 0.x. Update them on their hosts."],
  [OFFLINE_REASON, "These sessions are offline."],
  [
    refused("restart", "windows", "service/2"),
    "Agents on Windows can’t restart themselves. Stop them, then start them on their hosts.",
  ],
  [
    refused("update", "linux", "ssh"),
    "These ssh sessions have no agents that can update themselves. Stop them, then open them again.",
  ],
  // As rollouts say why agents failed.
  ["Went offline 3 s after it was back.", "Went offline 3 s after they were back."],
  [
    "Offline, but the answer was lost: it may not have stopped.",
    "Offline, but the answer was lost: they may not have stopped.",
  ],
  ["Left as it is: no other session serves a now.", "Left as they are: no other session serves a now."],
  // What is of all of them alike.
  ["Up to date.", "Up to date."],
  ["Update is running.", "Update is running."],
];

it.each(OF_SEVERAL)("says %j of one, and in their number of several", (reason, several) => {
  const of = (count: number) => byReason(Array.from({ length: count }, () => ({ reason })));
  expect(of(1).map(([said]) => said)).toEqual([reason]);
  expect(of(2).map(([said]) => said)).toEqual([several]);
});

it("says why none of some can, each reason in the number of its own", () => {
  const { byHand, here } = ALREADY_UPDATED;
  expect(whyNone([byHand, byHand])).toBe("Already updated. Restart them on their hosts to finish.");
  expect(whyNone([byHand, here, byHand])).toBe(
    "2 agents: Already updated. Restart them on their hosts to finish. 1 agent: Already updated. Restart it to finish.",
  );
});

it("lists who is skipped under a reason in their number", () => {
  const of = ["a", "b", "c"].map((name, i) => ({
    id: name,
    name,
    reason: ALREADY_UPDATED[i < 2 ? "byHand" : "here"],
  }));
  renderInApp(<SkippedList of={of} />);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "a; bAlready updated. Restart them on their hosts to finish.",
    "cAlready updated. Restart it to finish.",
  ]);
});
