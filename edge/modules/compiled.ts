import type * as z from "zod/mini";
import { describeIssue, toIssues } from "#contract/issues.ts";

/** Why a module can't be applied. Its address is closed until it can (docs/decisions/edge/fail-closed.md). */
export class NotApplicable extends Error {}

/** Why a module can't be applied; null where it can. */
export function faultOf(apply: () => unknown): string | null {
  try {
    apply();
    return null;
  } catch (error) {
    return faultIn(error);
  }
}

/** Why a module can't be applied, by what was thrown; anything else is thrown on. */
export function faultIn(error: unknown): string {
  if (!(error instanceof NotApplicable)) throw error;
  return error.message;
}

/** A stored request as its contract has it, or why it can’t be read: an older service may have stored it. */
export function readStored<R>(
  contract: { request: z.ZodMiniType<R> },
  stored: unknown,
): { data: R } | { fault: string } {
  const { success, data, error } = contract.request.safeParse(stored, { error: describeIssue });
  if (success) return { data };
  const [issue] = toIssues(error);
  return { fault: `The stored ${issue?.path.join(".") || "module"} ${issue?.message ?? "is not valid"}` };
}

type Made<T> = { made: T } | { fault: string };

/**
 * What `make` makes of a stored request, once as long as the account has it.
 *
 * @throws NotApplicable where it is not what its contract says, as an older service may have stored it.
 */
export function compiled<R, T>(
  contract: { request: z.ZodMiniType<R> },
  make: (request: R) => T,
): (stored: object) => T {
  const known = new WeakMap<object, Made<T>>();
  const read = (stored: object): Made<T> => {
    const one = readStored(contract, stored);
    return "fault" in one ? one : { made: make(one.data) };
  };
  return (stored) => {
    const found = known.get(stored) ?? read(stored);
    known.set(stored, found);
    if ("fault" in found) throw new NotApplicable(found.fault);
    return found.made;
  };
}
