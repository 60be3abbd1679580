import { useQuery, useQueryClient } from "@tanstack/react-query";
import { appConfigQuery } from "#api/app-config.ts";
import { modulePath, useModuleWrites, type ModuleAddress, type ModuleValue } from "#resources/modules.ts";
import type { CheckedWrites } from "#editing/checked-writes.ts";
import { knownSecrets } from "#editing/known-secrets.ts";
import { undoLoss } from "#editing/lost-secrets.ts";
import type { ModuleDefinition } from "../define-module.ts";

/** An answered module as the request that would give it again: the shape that forms, diffs and merges work on. */
export function requestOf(
  { contract }: Pick<ModuleDefinition, "contract">,
  answer: ModuleValue,
): ModuleValue {
  return answer === null ? null : contract.toRequest(answer as never);
}

/**
 * Reads and writes of one module that take and answer requests, and whether the service keeps a secret that a request leaves
 * out. An undo brings back the secrets that were written in this visit.
 */
export function useRequestWrites(definition: ModuleDefinition, address: ModuleAddress) {
  const { kind, contract, check } = definition;
  const { data: config } = useQuery(appConfigQuery);
  const secretsKept = config?.secrets === "kept";
  const known = knownSecrets(useQueryClient(), modulePath(address), kind, secretsKept);
  const answers = useModuleWrites()(address, contract);
  const writes: CheckedWrites = {
    undoLoss: (change) => undoLoss(kind, change, secretsKept, check),
    read: async () => requestOf(definition, await answers.read()),
    write: async (value, over) => {
      const written = requestOf(definition, await answers.write(value));
      known.wrote(value, over, written);
      return written;
    },
    complete: known.complete,
  };
  return { writes, secretsKept };
}
