import type { ModuleValue } from "#api/modules.ts";
import type { FormContract } from "./define-module.ts";
import type { CheckedWrites } from "./checked-writes.ts";

type WithContract = { contract: FormContract };

/** An answered module as the request that would give it again: the shape that forms, diffs and merges work on. */
export function requestOf({ contract }: WithContract, answer: ModuleValue): ModuleValue {
  return answer === null ? null : contract.toRequest(answer as never);
}

/** Reads and writes that answer requests. */
export function requestWrites(writes: CheckedWrites, definition: WithContract): CheckedWrites {
  return {
    read: async () => requestOf(definition, await writes.read()),
    write: async (value, over) => requestOf(definition, await writes.write(value, over)),
  };
}
