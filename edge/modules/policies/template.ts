import { templateParts } from "#contract/cel/policy-rules.ts";
import { type Evaluate, evaluateOf, textOf } from "#contract/cel/policy-runtime.ts";
import type { PolicyMessage } from "#contract/cel/policy-message.ts";
import type { PolicyPlace } from "#contract/modules/policy-actions.ts";

/** A text, an expression, or the name of a field of the event. */
type Part = { text: string } | { evaluate: Evaluate } | { field: string };
export type Template = readonly Part[];

/** What a template is filled with. `variable` = a field of the event as far as it is known. */
export type Filling = { message: PolicyMessage; variable: (name: string) => string };

/**
 * A text with `${…}` in it, whose expressions were checked (`ruleFaults`). `literal` gets what is between them.
 */
export const templateOf = (
  text: string,
  place: PolicyPlace,
  literal: (text: string) => string = (plain) => plain,
): Template =>
  templateParts(text).map((part): Part => {
    if ("text" in part) return { text: literal(part.text) };
    return "field" in part ? part : { evaluate: evaluateOf(part.expression, place, true) };
  });

/** The text of a template. What fails, such as a header that is not there, is empty. */
export function filled(template: Template, { message, variable }: Filling): string {
  return template
    .map((part) => {
      if ("text" in part) return part.text;
      if ("field" in part) return variable(part.field);
      try {
        return textOf(part.evaluate(message));
      } catch {
        return "";
      }
    })
    .join("");
}
