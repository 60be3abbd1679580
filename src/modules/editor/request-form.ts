import type { ModuleValue } from "#resources/modules.ts";
import type { CheckedWrites } from "#editing/checked-writes.ts";
import type { FormContract, ModuleDefinition } from "../define-module.ts";
import type { KnownSecrets } from "#editing/known-secrets.ts";
import { undoLoss } from "#editing/lost-secrets.ts";

type WithContract = { contract: FormContract };

/** An answered module as the request that would give it again: the shape that forms, diffs and merges work on. */
export function requestOf({ contract }: WithContract, answer: ModuleValue): ModuleValue {
  return answer === null ? null : contract.toRequest(answer as never);
}

type Kind = Pick<ModuleDefinition, "kind" | "contract" | "check">;

/**
 * Reads and writes that answer requests. `secretsKept`: the service keeps a secret that a request leaves out; `known`: those
 * that were written in this visit.
 */
export function requestWrites(
  writes: CheckedWrites,
  definition: Kind,
  secretsKept: boolean,
  known: KnownSecrets,
): CheckedWrites {
  return {
    undoLoss: (change) => undoLoss(definition.kind, change, secretsKept, definition.check),
    read: async () => requestOf(definition, await writes.read()),
    write: async (value, over) => {
      const written = requestOf(definition, await writes.write(value, over));
      known.wrote(value, over, written);
      return written;
    },
    complete: known.complete,
  };
}
