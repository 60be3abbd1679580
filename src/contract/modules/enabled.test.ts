import { describe, expect, it } from "vitest";
import { ALL_CONTRACTS } from "./contracts.ts";

// Cause: an answer without `enabled` was refused as drift, though it means on. Law: `enabled` is true when left out.
describe("an answer without enabled", () => {
  it.each(ALL_CONTRACTS)("of $name is read, left out and null alike", (contract) => {
    const full = JSON.stringify(contract.toAnswer(contract.example));
    const { enabled: _, ...answer } = JSON.parse(full) as { enabled?: unknown };
    for (const one of [answer, { ...answer, enabled: null }]) {
      expect(contract.answer.safeParse(one).success).toBe(true);
    }
  });
});
