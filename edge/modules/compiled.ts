import type * as z from "zod/mini";
import { describeIssue, toIssues } from "#contract/issues.ts";

/** Why a module can't be applied. Its address is closed until it can (docs/decisions/edge/fail-closed.md). */
export class NotApplicable extends Error {}

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
    const { success, data, error } = contract.request.safeParse(stored, { error: describeIssue });
    if (success) return { made: make(data) };
    const [issue] = toIssues(error);
    return { fault: `The stored ${issue?.path.join(".") || "module"} ${issue?.message ?? "is not valid"}` };
  };
  return (stored) => {
    const found = known.get(stored) ?? read(stored);
    known.set(stored, found);
    if ("fault" in found) throw new NotApplicable(found.fault);
    return found.made;
  };
}
