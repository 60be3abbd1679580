import {
  WEBHOOK_PROVIDER_WITHOUT_SECRET,
  WEBHOOK_PROVIDERS,
  WEBHOOK_PROVIDER_WITHOUT_SCHEME,
} from "#contract/modules/webhook-verification.ts";
import type { Choice } from "#forms/choice-fields.tsx";
import { providerName } from "./provider-name.ts";

/** Every provider by its name, with what is special about its secret. */
export const PROVIDER_CHOICES: readonly Choice[] = WEBHOOK_PROVIDERS.map((value) => ({
  value,
  label: providerName(value),
})).toSorted((a, b) => a.label.localeCompare(b.label, "en"));

/** Where a secret is called by another name, or several could be meant. */
const SECRETS: { readonly [wire: string]: string } = {
  box: "The primary or secondary key from Box",
  buildkite: "The token from Buildkite. Let it send an HMAC signature",
  clearbit: "The secret API key from Clearbit",
  dropbox: "The app secret from Dropbox",
  facebook_graph_api: "The app secret from Meta",
  facebook_messenger: "The app secret from Meta",
  gitlab: "The secret token from GitLab",
  hubspot: "The client secret of your HubSpot app",
  instagram: "The app secret from Meta",
  intercom: "The client secret of your Intercom app",
  mailchimp: "The webhook key from Mailchimp Transactional",
  microsoft_teams: "The security token from Microsoft Teams, in base64",
  plivo: "The auth token from Plivo",
  sendgrid: "The verification key from SendGrid, in base64",
  sentry: "The client secret of your Sentry integration",
  square: "The signature key of the webhook from Square",
  tiktok: "The client secret of your TikTok app",
  twilio: "The auth token from Twilio",
  vmware: "User and password from VMware, as user::password",
  whatsapp: "The app secret from Meta",
};

/** What to write as the secret of a provider, and whether it takes one. */
export function secretAdvice(provider: string): { takes: boolean; says: string } {
  const wire = provider.trim().toLowerCase();
  const name = WEBHOOK_PROVIDERS.includes(wire) ? providerName(wire) : "the provider";
  if (wire === WEBHOOK_PROVIDER_WITHOUT_SECRET)
    return {
      takes: false,
      says: `${name} needs no secret. Leave it empty.`,
    };
  if (wire === WEBHOOK_PROVIDER_WITHOUT_SCHEME)
    return { takes: true, says: `${name} can’t be verified: it publishes no way to check its messages.` };
  return { takes: true, says: `${SECRETS[wire] ?? `The signing secret from ${name}`}. Required.` };
}
