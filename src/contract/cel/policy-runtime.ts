import { type CelInput, type CelResult, isCelError, isCelList, parse, plan } from "@bufbuild/cel";
import { checkPolicy } from "./policy-check.ts";
import { POLICY_ENV, within } from "./policy-functions.ts";
import { paramsOf, type PolicyMessage } from "./policy-message.ts";
import type { PolicyPlace } from "#contract/modules/policy-actions.ts";
import { EMPTY, POLICY_VARIABLES, type PolicyValue } from "./policy-variables.ts";

/** Steps of loops that one message may cause: a visitor chooses how many headers there are. */
const STEPS_MAX = 200_000;

/**
 * What an expression is for a message.
 *
 * @throws Error where it fails, in words that follow "The expression".
 */
export type Evaluate = (message: PolicyMessage) => CelResult;

/**
 * Makes an expression ready for a place.
 *
 * @throws Error where it can’t be used there.
 */
export function evaluateOf(text: string, place: PolicyPlace, anyValue = false): Evaluate {
  const checked = checkPolicy(parse, text, place, anyValue);
  if ("fault" in checked) throw new Error(checked.fault);
  const { used, loops } = checked;
  const run = plan(POLICY_ENV, checked.expr);
  return (message) => {
    const bound: Record<string, CelInput> = {};
    for (const [as, { name, has }] of used) {
      const value = POLICY_VARIABLES.get(name)?.of?.(message);
      bound[as] = has ? isKnown(value) : inputOf(name, value);
    }
    if (loops > 0 && sizeOf(message) ** loops > STEPS_MAX)
      throw new Error("would take too many steps: there are too many headers or parameters");
    const result = within(message, () => run(bound));
    if (isCelError(result)) throw new Error(`failed: ${result.message}`);
    return result;
  };
}

const toTime = plan(POLICY_ENV, parse("timestamp(text)"));

/** A value as the library takes it. */
function inputOf(name: string, value: PolicyValue | undefined): CelInput {
  const type = POLICY_VARIABLES.get(name)?.type ?? "text";
  const known = value ?? EMPTY[type];
  return type === "time" ? (toTime({ text: new Date(known as number).toISOString() }) as CelInput) : known;
}

function isKnown(value: PolicyValue | undefined): boolean {
  if (typeof value === "string") return value !== "";
  if (typeof value !== "object") return value !== undefined;
  return (value instanceof Map ? value.size : (value as readonly unknown[]).length) > 0;
}

/** What loops can go over. */
const sizeOf = ({ request, response }: PolicyMessage): number =>
  [...paramsOf(request?.target ?? "").values()].flat().length +
  [...(request?.headers ?? []), ...(response?.headers ?? [])].reduce(
    (sum, [, value]) => sum + value.split(";").length,
    0,
  );

/** A value as a text, as `${…}` has it: a list by its entries. */
export function textOf(value: CelResult): string {
  if (isCelList(value)) return [...value].map(textOf).join(", ");
  return typeof value === "object" ? "" : String(value);
}
