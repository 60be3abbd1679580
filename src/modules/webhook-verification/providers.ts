import {
  WEBHOOK_PROVIDER_WITHOUT_SECRET,
  WEBHOOK_PROVIDERS,
} from "#contract/modules/webhook-verification.ts";
import type { Choice } from "#forms/choice-fields.tsx";

/** Names that aren't their wire name with capitals: those with capitals of their own or more than one word. */
const NAMES: { readonly [wire: string]: string } = {
  aftership: "AfterShip",
  sns: "Amazon SNS",
  circleci: "CircleCI",
  docusign: "DocuSign",
  facebook_graph_api: "Facebook Graph API",
  frameio: "Frame.io",
  github: "GitHub",
  gitlab: "GitLab",
  hostedhooks: "HostedHooks",
  hubspot: "HubSpot",
  graphcms: "GraphCMS",
  launch_darkly: "LaunchDarkly",
  mongodb: "MongoDB",
  pagerduty: "PagerDuty",
  sendgrid: "SendGrid",
  tiktok: "TikTok",
  trendmicro_conformity: "Trend Micro Conformity",
  vmware: "VMware",
  whatsapp: "WhatsApp",
};

/** "Microsoft Teams" for microsoft_teams, whatever its case; a name this console doesn't know as it is. */
export function providerName(wire: string): string {
  const known = wire.toLowerCase();
  if (!WEBHOOK_PROVIDERS.includes(known)) return wire;
  const words = known.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return NAMES[known] ?? words.join(" ");
}

/** Every provider by its name, with what is special about its secret. */
export const PROVIDER_CHOICES: readonly Choice[] = WEBHOOK_PROVIDERS.map((value) => ({
  value,
  label: providerName(value),
})).toSorted((a, b) => a.label.localeCompare(b.label, "en"));

/** What to write as the secret of a provider, and whether it takes one. */
export function secretAdvice(provider: string): { takes: boolean; says: string } {
  const wire = provider.trim().toLowerCase();
  const name = wire === "" ? "the provider" : providerName(wire);
  if (wire === WEBHOOK_PROVIDER_WITHOUT_SECRET) {
    return {
      takes: false,
      says: `${name} signs its messages without a shared secret, so none may be given.`,
    };
  }
  if (wire === "sendgrid") {
    return { takes: true, says: `Required: the verification key of ${name} in base64, a public ECDSA key.` };
  }
  return {
    takes: true,
    says: `Required: validates that requests come from ${name}, which shows it as its signing secret.`,
  };
}
