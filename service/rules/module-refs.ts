import type { ErrorName, Issue } from "#contract/error.ts";
import { type ModuleRef, REF_KINDS, type RefKind } from "#contract/modules/module-contract.ts";

/** The ids that a request names of each kind, each once. */
export function idsByKind(refs: readonly ModuleRef[]): Map<RefKind, string[]> {
  const kinds = new Map<RefKind, Set<string>>();
  for (const { kind, id } of refs) kinds.set(kind, (kinds.get(kind) ?? new Set()).add(id));
  return new Map([...kinds].map(([kind, ids]) => [kind, [...ids].toSorted()]));
}

const aOf = (noun: string) => `${/^[AEIO]/i.test(noun) ? "an" : "a"} ${noun}`;

/** A fault for each named resource that is not there, the first one's code for all; null when all are. */
export function unknownRefs(
  refs: readonly ModuleRef[],
  exists: (kind: RefKind, id: string) => boolean,
): { problem: ErrorName; issues: Issue[] } | null {
  const missing = refs.filter(({ kind, id }) => !exists(kind, id));
  const [first] = missing;
  if (first === undefined) return null;
  const issues = missing.map(({ kind, id, path }) => ({
    path,
    message: `${id} is not the ID of ${aOf(REF_KINDS[kind].noun)}. Choose one, or create it`,
  }));
  return { problem: REF_KINDS[first.kind].unknown, issues };
}
