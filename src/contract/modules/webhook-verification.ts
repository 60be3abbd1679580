import * as z from "zod/mini";
import { byteText } from "../common.ts";
import { Enabled, EnabledAnswer } from "./fields.ts";
import { contract } from "./module-contract.ts";

/** Who can send webhooks (protocol-facts.md#webhook-verification; the last three came after 2024). */
export const WEBHOOK_PROVIDERS = (
  "aftership airship alchemy sns autodesk bitbucket bolt box brex buildkite calendly castle chargify circleci " +
  "clearbit clerk coinbase contentful docusign dropbox facebook_graph_api facebook_messenger frameio github gitlab " +
  "go1 heroku hostedhooks hubspot graphcms instagram intercom launch_darkly mailchimp mailgun microsoft_teams " +
  "modern_treasury mongodb mux orbit pagerduty pinwheel plivo pusher sendgrid sentry shopify signal_sciences slack " +
  "sonatype square stripe svix terraform tiktok trendmicro_conformity twilio twitter typeform vmware webex whatsapp " +
  "worldline xero zendesk zoom jira linear orb"
).split(" ");

const known = new Set(WEBHOOK_PROVIDERS);

/** The one provider whose messages can't be checked by anything it publishes (decisions/edge/webhooks.md). */
export const WEBHOOK_PROVIDER_WITHOUT_SCHEME = "orbit";

/** The one provider whose messages are signed without a shared secret (api.md#webhook_verification). */
export const WEBHOOK_PROVIDER_WITHOUT_SECRET = "sns";

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The id of keys for elliptic curves in DER, and the last place where a public key can have it (RFC 5480). */
const EC_ALGORITHM = "\x06\x07\x2a\x86\x48\xce\x3d\x02\x01";
const EC_ALGORITHM_AT_MOST = 5;

function isEcKey(text: string): boolean {
  if (!BASE64.test(text)) return false;
  const at = atob(text).indexOf(EC_ALGORITHM);
  return at > 0 && at <= EC_ALGORITHM_AT_MOST;
}

/** What is wrong with the secret of a provider, or null (protocol-facts.md#webhook-verification, 7026, 7027, 7107). */
function secretFault(provider: string, secret: string | null | undefined): string | null {
  if (provider === WEBHOOK_PROVIDER_WITHOUT_SECRET)
    return secret ? "can’t be set: sns needs no secret" : null;
  if (!secret) return "is required. Enter the signing secret from the provider";
  if (provider === "sendgrid" && !isEcKey(secret)) {
    return "must be the verification key from sendgrid, in base64. Example: MFkwEwYHKoZIzj0CAQYI…";
  }
  return null;
}

/** The name of a provider; case is not checked and kept as given (protocol-facts.md#webhook-verification). */
const Provider = byteText(64).check(
  // What is missing of the secret is told beside it.
  z.minLength(1, "is required. Choose a provider"),
  z.refine((name) => !name || known.has(name.toLowerCase()), "must be a supported provider. Example: github"),
  z.refine((name) => name.toLowerCase() !== WEBHOOK_PROVIDER_WITHOUT_SCHEME, "can’t be verified"),
  z.meta({ enum: WEBHOOK_PROVIDERS }),
);

/** PUT …/webhook_verification (api.md#webhook_verification). `secret` is write-only, at most 4096 bytes. */
const WebhookVerificationRequest = z
  .strictObject({ enabled: Enabled, provider: Provider, secret: z.nullish(byteText(4096)) })
  .check(
    z.check((ctx) => {
      const { provider, secret } = ctx.value;
      const wire = provider.toLowerCase();
      const message = secretFault(wire, secret);
      if (message)
        ctx.issues.push({ code: "custom", input: undefined, path: ["secret"], message, continue: true });
    }),
  );

const WebhookVerification = z.looseObject({
  enabled: EnabledAnswer,
  provider: z.string(),
  /** Only some services of the family echo it (decisions/contract/secrets.md). */
  secret: z.nullish(z.string()),
});

export const webhookVerificationContract = contract({
  kind: "webhook_verification",
  owners: ["route"],
  title: "Webhook verification",
  purpose: "Check who sent a webhook",
  role: "guard",
  group: "Security",
  readsTraffic: true,
  secrets: [{ path: ["secret"], of: ["provider"], anyCase: true, noneFor: WEBHOOK_PROVIDER_WITHOUT_SECRET }],
  request: WebhookVerificationRequest,
  answer: WebhookVerification,
  toAnswer: ({ provider }) => ({ provider }),
  example: { enabled: true, provider: "github", secret: "example-webhook-secret" },
});
