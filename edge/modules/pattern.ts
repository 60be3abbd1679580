import type { RE2JS } from "re2js";
import { builtPattern } from "#contract/modules/re2-steps.ts";
import { NotApplicable } from "./compiled.ts";

/**
 * A pattern that a module has.
 *
 * @throws NotApplicable for one that would take long, or that RE2 takes and its port does not (docs/decisions/modules/re2.md).
 */
export function patternOf(pattern: string): RE2JS {
  try {
    return builtPattern(pattern);
  } catch {
    throw new NotApplicable(`The pattern ${pattern} can’t be built`);
  }
}
