import { expect, it } from "vitest";
import { timeLeft } from "./use-captures.ts";

// Law: the mark never promises less than what is kept, and never says zero while bodies are kept.
it.each([
  [3_600_000, "1 h"],
  [600_000, "10 min"],
  [540_001, "10 min"],
  [540_000, "9 min"],
  [60_000, "1 min"],
  [59_400, "1 min"],
  [59_000, "59 s"],
  [1, "1 s"],
])("says the time left with %i ms to go", (left, words) => {
  const at = new Date(1_000_000 + left).toISOString();
  const capture = { id: "cap_1", uri: "", target_id: "ep_1", created_at: at, expires_at: at };
  expect(timeLeft(capture, 1_000_000)).toBe(words);
});
