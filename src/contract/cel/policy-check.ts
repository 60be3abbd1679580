import type { parse } from "@bufbuild/cel";
import { byteLength } from "../common.ts";
import { EXPRESSION_MAX_BYTES } from "#contract/modules/policies.ts";
import type { PolicyPlace } from "#contract/modules/policy-actions.ts";
import { PolicyNames } from "./policy-names.ts";
import { type Expr, parsed } from "./parsed.ts";
import { walked } from "./walker.ts";

const EXAMPLE = "req.method == 'POST'";

export type CheckedPolicy = { expr: Expr; used: PolicyNames["used"]; loops: number };

/**
 * Why an expression can’t be used at a place, in words that follow "The expression"; else its tree and what it names. It need
 * not be true or false where `anyValue`. Nothing is run. `read` = the library's parser.
 */
export function checkPolicy(
  read: typeof parse,
  text: string,
  place: PolicyPlace,
  anyValue = false,
): { fault: string } | CheckedPolicy {
  const bytes = byteLength(text);
  if (bytes > EXPRESSION_MAX_BYTES)
    return { fault: `is too long: ${bytes} of ${EXPRESSION_MAX_BYTES} bytes` };
  const tree = parsed(read, text, EXAMPLE);
  if ("fault" in tree) return { fault: tree.fault };
  const names = new PolicyNames(place);
  const seen = walked(tree.expr, names, anyValue ? null : EXAMPLE);
  return "fault" in seen ? { fault: seen.fault } : { expr: tree.expr, used: names.used, loops: seen.loops };
}
