import { BASE64, hmac, HUB, SHA1 } from "./make.ts";
import type { Hmac } from "./scheme.ts";

const META = hmac(
  "https://developers.facebook.com/docs/graph-api/webhooks/getting-started",
  "x-hub-signature-256",
  HUB,
);

/** DocuSign signs with each key of an account, up to 100. */
const DOCUSIGN = Array.from({ length: 100 }, (_, at) => `x-docusign-signature-${at + 1}`);

/** Providers that sign the body and nothing else: whoever has such a message can send it again. */
export const BODY_SCHEMES: Readonly<Record<string, readonly Hmac[]>> = {
  aftership: [
    hmac(
      "https://www.aftership.com/docs/tracking/webhook/webhook-signature",
      "aftership-hmac-sha256",
      BASE64,
    ),
  ],
  alchemy: [hmac("https://docs.alchemy.com/reference/notify-api-quickstart", "x-alchemy-signature")],
  autodesk: [
    hmac("https://aps.autodesk.com/blog/practice-payload-signature-webhook", "x-adsk-signature", {
      ...SHA1,
      after: "sha1hash=",
    }),
  ],
  bitbucket: [
    hmac(
      "https://confluence.atlassian.com/bitbucketserver/manage-webhooks-938025878.html",
      "x-hub-signature",
      HUB,
    ),
  ],
  bolt: [
    hmac(
      "https://help.bolt.com/developers/webhooks/hook-verification/",
      ["x-bolt-hmac-sha256", "x-bolt-hmac-sha256-pending"],
      BASE64,
    ),
  ],
  castle: [hmac("https://docs.castle.io/docs/webhooks", "x-castle-signature", BASE64)],
  chargify: [
    hmac(
      "https://maxio-chargify.zendesk.com/hc/en-us/articles/5405357509645-Webhooks-Reference#webhook-signature",
      "x-chargify-webhook-signature-hmac-sha-256",
    ),
  ],
  circleci: [hmac("https://circleci.com/docs/2.0/webhooks/", "circleci-signature", { after: "v1=" })],
  clearbit: [
    hmac(
      "https://github.com/clearbit/clearbit-ruby/blob/master/lib/clearbit/webhook.rb",
      "x-request-signature",
      { ...SHA1, after: "sha1=" },
    ),
  ],
  coinbase: [
    hmac("https://docs.cloud.coinbase.com/commerce/docs/webhooks-security", "x-cc-webhook-signature"),
  ],
  docusign: [hmac("https://developers.docusign.com/platform/webhooks/connect/hmac/", DOCUSIGN, BASE64)],
  dropbox: [hmac("https://www.dropbox.com/developers/reference/webhooks", "x-dropbox-signature")],
  facebook_graph_api: [META],
  facebook_messenger: [META],
  github: [
    hmac(
      "https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries",
      "x-hub-signature-256",
      HUB,
    ),
  ],
  heroku: [hmac("https://devcenter.heroku.com/articles/app-webhooks", "heroku-webhook-hmac-sha256", BASE64)],
  instagram: [META],
  intercom: [
    hmac(
      "https://developers.intercom.com/building-apps/docs/webhook-model#section-signed-notifications",
      "x-hub-signature",
      { ...SHA1, after: "sha1=" },
    ),
  ],
  jira: [hmac("https://developer.atlassian.com/cloud/jira/platform/webhooks/", "x-hub-signature", HUB)],
  launch_darkly: [hmac("https://docs.launchdarkly.com/home/connecting/webhooks", "x-ld-signature")],
  microsoft_teams: [
    hmac(
      "https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-outgoing-webhook",
      "authorization",
      { ...BASE64, key: "base64", after: "HMAC " },
    ),
  ],
  modern_treasury: [hmac("https://docs.moderntreasury.com/docs/verifying-webhooks", "x-signature")],
  mongodb: [
    hmac("https://www.mongodb.com/docs/atlas/tutorial/third-party-service-integrations/", "x-mms-signature", {
      ...SHA1,
      ...BASE64,
    }),
    hmac("https://www.mongodb.com/docs/atlas/app-services/endpoints/", "endpoint-signature", HUB),
  ],
  pagerduty: [
    hmac(
      "https://developer.pagerduty.com/docs/ZG9jOjExMDI5NTkz-verifying-signatures",
      "x-pagerduty-signature",
      { after: "v1=" },
    ),
  ],
  pusher: [
    hmac("https://pusher.com/docs/channels/server_api/webhooks/#authentication", "x-pusher-signature"),
  ],
  sentry: [
    hmac(
      "https://docs.sentry.io/product/integrations/integration-platform/webhooks/#sentry-hook-signature",
      "sentry-hook-signature",
    ),
  ],
  shopify: [
    hmac(
      "https://shopify.dev/apps/webhooks/configuration/https#step-5-verify-the-webhook",
      "x-shopify-hmac-sha256",
      BASE64,
    ),
  ],
  signal_sciences: [
    hmac("https://docs.fastly.com/signalsciences/integrations/generic-webhooks/", "x-sigsci-signature"),
  ],
  sonatype: [
    hmac(
      "https://help.sonatype.com/en/enabling-a-repository-webhook-capability.html",
      "x-nexus-webhook-signature",
      SHA1,
    ),
  ],
  terraform: [
    hmac(
      "https://developer.hashicorp.com/terraform/cloud-docs/api-docs/notification-configurations",
      "x-tfe-notification-signature",
      { hash: "sha512" },
    ),
  ],
  trendmicro_conformity: [
    hmac("https://cloudone.trendmicro.com/docs/conformity/webhook-communication/", "x-conformity-signature"),
  ],
  twitter: [
    hmac(
      "https://developer.twitter.com/en/docs/twitter-api/premium/account-activity-api/guides/securing-webhooks",
      "x-twitter-webhooks-signature",
      { ...BASE64, after: "sha256=" },
    ),
  ],
  typeform: [
    hmac("https://developer.typeform.com/webhooks/secure-your-webhooks/", "typeform-signature", {
      ...BASE64,
      after: "sha256=",
    }),
  ],
  webex: [hmac("https://developer.webex.com/blog/using-a-webhook-secret", "x-spark-signature", SHA1)],
  whatsapp: [META],
  worldline: [
    hmac(
      "https://docs.connect.worldline-solutions.com/documentation/webhooks/event-structure",
      "x-gcs-signature",
      BASE64,
    ),
  ],
  xero: [
    hmac(
      "https://developer.xero.com/documentation/guides/webhooks/configuring-your-server",
      "x-xero-signature",
      BASE64,
    ),
  ],
};
