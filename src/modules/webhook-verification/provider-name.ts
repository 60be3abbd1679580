import { WEBHOOK_PROVIDERS } from "#contract/modules/webhook-verification.ts";
import { capital } from "#ui/format.ts";

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
  const words = known.split("_").map(capital);
  return NAMES[known] ?? words.join(" ");
}
