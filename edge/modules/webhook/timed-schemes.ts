import { BASE64, hmac, pairs, stamped, standard } from "./make.ts";
import type { Hmac } from "./scheme.ts";

const SVIX = "https://docs.svix.com/receiving/verifying-payloads/how-manual";
const T_V1 = ["t", "v1"] as const;
const T_S = ["t", "s"] as const;

/** Providers that sign when a message was sent, so that an older one is told from it. */
export const TIMED_SCHEMES: Readonly<Record<string, readonly Hmac[]>> = {
  airship: [
    stamped(
      "https://support.airship.com/hc/en-us/articles/360032501831-Implementing-a-Signature-Hash-and-Validating-an-Open-Channel-Webhook",
      "x-ua-signature",
      "x-ua-timestamp",
      "{time}:{inflated}",
    ),
  ],
  box: [
    stamped(
      "https://developer.box.com/guides/webhooks/v2/signatures-v2/",
      ["box-signature-primary", "box-signature-secondary"],
      "box-delivery-timestamp",
      "{body}{time}",
      { ...BASE64, tolerance: 600 },
    ),
  ],
  brex: [standard("https://developer.brex.com/docs/webhooks/", "webhook")],
  buildkite: [
    pairs("https://buildkite.com/docs/apis/webhooks", "x-buildkite-signature", ["timestamp", "signature"]),
  ],
  calendly: [
    pairs(
      "https://developer.calendly.com/api-docs/ZG9jOjM2MzE2MDM4-webhook-signatures",
      "calendly-webhook-signature",
      T_V1,
      { tolerance: 180 },
    ),
  ],
  clerk: [standard(SVIX, "svix"), standard(SVIX, "webhook")],
  contentful: [
    stamped(
      "https://www.contentful.com/developers/docs/webhooks/request-verification",
      "x-contentful-signature",
      "x-contentful-timestamp",
      "{contentful}",
      { tolerance: 30 },
    ),
  ],
  frameio: [
    stamped(
      "https://developer.frame.io/docs/automations-webhooks/webhooks-overview",
      "x-frameio-signature",
      "x-frameio-request-timestamp",
      "v0:{time}:{body}",
      { after: "v0=", tolerance: 300 },
    ),
  ],
  go1: [
    pairs(
      "https://developers.go1.com/docs/developer-tools/webhooks/security/#Signatures",
      "go1-signature",
      T_S,
      { tolerance: 60 },
    ),
  ],
  graphcms: [
    pairs("https://hygraph.com/blog/introducing-signed-webhooks", "gcms-signature", ["t", "sign"], {
      ...BASE64,
      signed: "{hygraph}",
    }),
  ],
  hostedhooks: [
    pairs(
      "https://docs.hostedhooks.com/security/security-features/webhook-signatures",
      "hostedhooks-signature",
      T_S,
    ),
  ],
  hubspot: [
    stamped(
      "https://developers.hubspot.com/docs/api/webhooks/validating-requests",
      "x-hubspot-signature-v3",
      "x-hubspot-request-timestamp",
      "{method}{decoded}{body}{time}",
      { ...BASE64, tolerance: 300 },
    ),
  ],
  linear: [
    hmac("https://linear.app/developers/webhooks", "linear-signature", {
      time: "json:webhookTimestamp",
      tolerance: 60,
    }),
  ],
  mailgun: [
    hmac("https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks", [], {
      in: ["json:signature.signature"],
      signed: "{json:signature.timestamp}{json:signature.token}",
      time: "json:signature.timestamp",
    }),
  ],
  mux: [
    pairs("https://docs.mux.com/guides/video/verify-webhook-signatures", "mux-signature", T_V1, {
      tolerance: 300,
    }),
  ],
  orb: [
    stamped(
      "https://docs.withorb.com/integrations-and-exports/webhooks",
      "x-orb-signature",
      "x-orb-timestamp",
      "v1:{time}:{body}",
      { after: "v1=" },
    ),
  ],
  pinwheel: [
    stamped(
      "https://docs.pinwheelapi.com/docs/webhook-signature-verification",
      "x-pinwheel-signature",
      "x-timestamp",
      "v2:{time}:{body}",
      { after: "v2=" },
    ),
  ],
  slack: [
    stamped(
      "https://docs.slack.dev/authentication/verifying-requests-from-slack/",
      "x-slack-signature",
      "x-slack-request-timestamp",
      "v0:{time}:{body}",
      { after: "v0=", tolerance: 300 },
    ),
  ],
  stripe: [pairs("https://docs.stripe.com/webhooks/signature", "stripe-signature", T_V1, { tolerance: 300 })],
  svix: [standard(SVIX, "svix"), standard(SVIX, "webhook")],
  tiktok: [pairs("https://developers.tiktok.com/doc/webhooks-verification", "tiktok-signature", T_S)],
  zendesk: [
    stamped(
      "https://developer.zendesk.com/documentation/event-connectors/webhooks/verifying/",
      "x-zendesk-webhook-signature",
      "x-zendesk-webhook-signature-timestamp",
      "{time}{body}",
      BASE64,
    ),
  ],
  zoom: [
    stamped(
      "https://developers.zoom.us/docs/api/webhooks/#verify-webhook-events",
      "x-zm-signature",
      "x-zm-request-timestamp",
      "v0:{time}:{body}",
      { after: "v0=" },
    ),
  ],
};
