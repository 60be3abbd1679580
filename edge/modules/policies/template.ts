import { compilePolicy, type Evaluate, textOf } from "#contract/cel/policy-runtime.ts";
import type { PolicyMessage } from "#contract/cel/policy-message.ts";
import type { PolicyPlace } from "#contract/cel/policy-names.ts";
import { NotApplicable } from "../compiled.ts";

/** A text, an expression, or the name of a field of the event. */
type Part = { text: string } | { evaluate: Evaluate } | { variable: string };
export type Template = readonly Part[];

/** What a template is filled with. `variable` = a field of the event as far as it is known. */
export type Filling = { message: PolicyMessage; variable: (name: string) => string };

/**
 * A text with `${…}` in it: an expression, or `.name` for a field of the event as in the header modules. `literal` gets what is
 * between them.
 *
 * @throws NotApplicable where an expression can’t be used there.
 */
export function templateOf(
  text: string,
  place: PolicyPlace,
  literal: (text: string) => string = (plain) => plain,
): Template {
  return text.split(/(\$\{[^}]*\})/).map((part): Part => {
    const [, inside] = /^\$\{(.*)\}$/s.exec(part) ?? [];
    // `${1}` is a group of a rewrite.
    if (inside === undefined || /^\d{1,2}$/.test(inside)) return { text: literal(part) };
    if (inside.startsWith(".")) return { variable: inside.slice(1) };
    const ready = compilePolicy(inside, place, true);
    if ("fault" in ready) throw new NotApplicable(`\${${inside}} ${ready.fault}`);
    return ready;
  });
}

/** The text of a template. What fails, such as a header that is not there, is empty. */
export function filled(template: Template, { message, variable }: Filling): string {
  return template
    .map((part) => {
      if ("text" in part) return part.text;
      if ("variable" in part) return variable(part.variable);
      try {
        return textOf(part.evaluate(message));
      } catch {
        return "";
      }
    })
    .join("");
}
