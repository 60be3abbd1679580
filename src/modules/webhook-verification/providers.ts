import {
  WEBHOOK_PROVIDER_WITHOUT_SECRET,
  WEBHOOK_PROVIDERS,
} from "#contract/modules/webhook-verification.ts";
import type { Choice } from "#forms/choice-fields.tsx";
import { providerName } from "./provider-name.ts";

/** Every provider by its name, with what is special about its secret. */
export const PROVIDER_CHOICES: readonly Choice[] = WEBHOOK_PROVIDERS.map((value) => ({
  value,
  label: providerName(value),
})).toSorted((a, b) => a.label.localeCompare(b.label, "en"));

/** What to write as the secret of a provider, and whether it takes one. */
export function secretAdvice(provider: string): { takes: boolean; says: string } {
  const wire = provider.trim().toLowerCase();
  const name = WEBHOOK_PROVIDERS.includes(wire) ? providerName(wire) : "the provider";
  if (wire === WEBHOOK_PROVIDER_WITHOUT_SECRET)
    return {
      takes: false,
      says: `${name} needs no secret. Leave it empty.`,
    };
  const what =
    wire === "sendgrid" ? `The verification key from ${name}, in base64` : `The signing secret from ${name}`;
  return { takes: true, says: `${what}. Required.` };
}
