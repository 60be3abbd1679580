import type { ReactNode } from "react";
import { TextListField } from "#forms/text-list-field.tsx";
import { DescriptionField } from "./description-field.tsx";

/** Which agents use an authtoken, and what they may serve with it. */
export function AuthtokenFields({ afterRules }: { afterRules?: ReactNode }) {
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
        hint="Domains, addresses and labels its agents can use. Without rules they can use any."
        afterHint={afterRules}
      />
    </>
  );
}
