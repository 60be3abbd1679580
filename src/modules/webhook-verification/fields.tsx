import { use } from "react";
import { FormFacts } from "#forms/form-facts.ts";
import { SearchChoiceField } from "#forms/search-choice-field.tsx";
import { SecretField } from "#forms/secret-field.tsx";
import { useFieldValue } from "#forms/use-field.ts";
import { Note } from "#ui/note.tsx";
import { providerName } from "./provider-name.ts";
import { PROVIDER_CHOICES, secretAdvice } from "./providers.ts";

/** The form of webhook_verification: who sends, and the secret that proves it. */
export function WebhookVerificationFields() {
  const provider = useFieldValue("provider");
  const { takes, says } = secretAdvice(typeof provider === "string" ? provider : "");
  return (
    <>
      <SearchChoiceField
        name="provider"
        label="Provider"
        choices={PROVIDER_CHOICES}
        placeholder="Search providers"
        hint="The service that sends the webhooks."
      />
      <SecretField name="secret" label="Secret" hint={says} clearable={!takes} />
      <OtherProviderNote provider={provider} />
    </>
  );
}

/** A stored secret belongs to its provider: another one can't keep it. */
function OtherProviderNote({ provider }: { provider: unknown }) {
  const before = use(FormFacts).loaded?.["provider"];
  const secret = useFieldValue("secret") as { mode?: string } | undefined;
  if (typeof before !== "string" || typeof provider !== "string" || provider === "") return null;
  if (before.toLowerCase() === provider.toLowerCase() || secret?.mode !== "keep") return null;
  const { takes } = secretAdvice(provider);
  if (!secretAdvice(before).takes) return null;
  return (
    <Note tone="warn">
      The stored secret is for {providerName(before)}.{" "}
      {takes
        ? `Choose Replace and enter the one for ${providerName(provider)}.`
        : `Choose Clear. ${providerName(provider)} needs none.`}
    </Note>
  );
}
