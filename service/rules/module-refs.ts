import type { ErrorName, Issue } from "#contract/error.ts";
import type { ModuleRef, RefKind } from "#contract/modules/module-contract.ts";

const UNKNOWN = {
  ipPolicy: { problem: "ipPolicyUnknown", message: "is not the id of an IP policy of this account" },
  certificateAuthority: {
    problem: "authorityUnknown",
    message: "is not the id of a certificate authority of this account",
  },
  tunnelGroupBackend: {
    problem: "backendUnknown",
    message: "is not the id of a tunnel group backend of this account",
  },
} as const satisfies Record<RefKind, { problem: ErrorName; message: string }>;

/** The ids that a request names of each kind, each once. */
export function idsByKind(refs: readonly ModuleRef[]): Map<RefKind, string[]> {
  const kinds = new Map<RefKind, Set<string>>();
  for (const { kind, id } of refs) kinds.set(kind, (kinds.get(kind) ?? new Set()).add(id));
  return new Map([...kinds].map(([kind, ids]) => [kind, [...ids].toSorted()]));
}

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
    message: `${id} ${UNKNOWN[kind].message}. Name one that exists, or create it first`,
  }));
  return { problem: UNKNOWN[first.kind].problem, issues };
}
