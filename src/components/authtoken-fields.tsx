import type { ReactNode } from "react";
import { aclRuleFault } from "#contract/acl-rule.ts";
import { filledIfAny } from "#forms/list-edit.ts";
import { useFieldValue } from "#forms/use-field.ts";
import { TextListField } from "#forms/text-list-field.tsx";
import { hostOf } from "#resources/edge-names.ts";
import { useKnownEdges } from "#resources/edges.ts";
import { DescriptionField } from "./description-field.tsx";

/**
 * A rule as it is sent, from one as people write it: `app=shop` → `bind:app=shop`, `https://shop.example/cart` → `bind:shop.example`. A
 * bare word stays as it is: it may be meant as anything.
 */
function normalRule(typed: string): string {
  const bare = typed.trim();
  const subject = bare.replace(/^https?:\/\/([^/?#:]*).*$/is, "$1").replace(/^tcp:\/\//i, "");
  const rule = `bind:${subject}`;
  return aclRuleFault(bare) !== null && /[.=]/.test(subject) && aclRuleFault(rule) === null ? rule : bare;
}

/** The rules that are sent for those that were typed. */
export function rulesOf(typed: readonly string[]): string[] {
  return filledIfAny(typed).map(normalRule);
}

/** The names in rules that edges have, which no agent gets; `isPending` = the edges are not read yet. */
export function useTakenNames(rules: readonly string[]) {
  const { edges = [], isPending } = useKnownEdges();
  const ofEdges = new Set(edges.flatMap(({ hostports }) => (hostports ?? []).map(hostOf)));
  const names = rules.map((rule) => normalRule(rule).replace(/^bind:/, ""));
  return { taken: names.filter((name) => ofEdges.has(hostOf(name.toLowerCase()))), isPending };
}

/** What an authtoken needs whose rules name addresses of edges. */
export const takenText = (taken: readonly string[]) =>
  `Edges have ${taken.join(", ")}. Agents serve edges by labels: add a rule like app=shop.`;

/** Which agents use an authtoken, and what they may serve with it. */
export function AuthtokenFields({ afterRules }: { afterRules?: ReactNode }) {
  const rules = useFieldValue("acl") as readonly string[];
  const { taken } = useTakenNames(rules);
  const changed = rules.flatMap((rule) => (normalRule(rule) === rule.trim() ? [] : normalRule(rule)));
  return (
    <>
      <DescriptionField
        label="Used by"
        placeholder="Scanners on the warehouse floor"
        hint="Which agents use it. Shown in lists."
      />
      <TextListField
        name="acl"
        label="Can serve"
        one="rule"
        look="lines"
        mono
        placeholder="bind:*.example.com"
        hint="Domains, addresses and labels its agents can use, like app=shop. Without rules they can use any."
        afterHint={
          <>
            {afterRules}
            {taken.length > 0 ? <span className="block text-content">{takenText(taken)}</span> : null}
            {changed.length > 0 ? (
              <span className="block text-content">Will be saved as {changed.join(", ")}</span>
            ) : null}
          </>
        }
      />
    </>
  );
}
