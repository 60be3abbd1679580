import { parse } from "@bufbuild/cel";
import { useDeferredValue } from "react";
import { type PolicyRule, ruleFaults } from "#contract/cel/policy-rules.ts";
import type { PolicyPlace } from "#contract/modules/policy-actions.ts";
import { isJsonObject } from "#forms/json.ts";
import { useFieldValues } from "#forms/use-field.ts";
import { capital } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { actionsCodec } from "./codecs.ts";

/** What of a rule the edge can’t apply, by the check that the edge makes: nobody would get in. */
export function RuleFaults({ place }: { place: PolicyPlace }) {
  const faults = ruleFaults(
    parse,
    ruleOf(useDeferredValue(useFieldValues(["expressions", "actions"]))),
    place,
  );
  if (faults.length === 0) return null;
  return (
    <Note tone="warn">
      Nobody gets in with this rule:
      <ul className="m-0 list-disc pl-4">
        {faults.map((fault, index) => (
          // The same fault may be in two places. Names of actions stand as they are.
          <li key={`${index} ${fault}`}>{fault.startsWith("expression ") ? capital(fault) : fault}</li>
        ))}
      </ul>
    </Note>
  );
}

/** Without what is not written yet: the form itself says what is missing. */
function ruleOf([expressions, actions]: readonly unknown[]): PolicyRule {
  const texts = Array.isArray(expressions) ? (expressions as unknown[]) : [];
  const read = actionsCodec.toWire(actions, undefined);
  const made = "value" in read && Array.isArray(read.value) ? (read.value as unknown[]) : [];
  return {
    expressions: texts.map((text) => (typeof text === "string" && text.trim() !== "" ? text : "true")),
    actions: made.filter(isJsonObject).flatMap(({ type, config }) => {
      const isWritten =
        typeof type === "string" &&
        type !== "" &&
        (config === undefined || config === null || isJsonObject(config));
      return isWritten ? [{ type, config }] : [];
    }),
  };
}
