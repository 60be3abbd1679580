import { describe, expect, it } from "vitest";
import { findContract, OWNER_MODULES, type ModuleOwner } from "./contracts.ts";

const kinds = (Object.keys(OWNER_MODULES) as ModuleOwner[]).flatMap((owner) =>
  Object.keys(OWNER_MODULES[owner]).map((kind) => [owner, kind] as const),
);

// Cause: an answer without `enabled` was refused as drift, though it means on. Law: `enabled` is true when left out.
describe("an answer without enabled", () => {
  it.each(kinds)("of %s %s is read, left out and null alike", (owner, kind) => {
    const contract = findContract(owner, kind);
    if (!contract) throw new Error(`No ${kind}`);
    const full = JSON.stringify(contract.toAnswer(contract.example));
    const { enabled: _, ...answer } = JSON.parse(full) as { enabled?: unknown };
    for (const one of [answer, { ...answer, enabled: null }]) {
      expect(contract.answer.safeParse(one).success).toBe(true);
    }
  });
});
