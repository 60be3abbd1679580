import { BODY_SCHEMES } from "./body-schemes.ts";
import { BASE64, hmac, SHA1 } from "./make.ts";
import type { Scheme } from "./scheme.ts";
import { TIMED_SCHEMES } from "./timed-schemes.ts";

const SENDGRID = "x-twilio-email-event-webhook";

/** How each provider proves its messages; of several ways one is enough (docs/decisions/edge/webhooks.md). */
export const SCHEMES: Readonly<Record<string, readonly Scheme[]>> = {
  ...BODY_SCHEMES,
  ...TIMED_SCHEMES,
  gitlab: [
    {
      by: "token",
      docs: "https://docs.gitlab.com/user/project/integrations/webhooks/",
      header: "x-gitlab-token",
    },
  ],
  mailchimp: [
    hmac(
      "https://mailchimp.com/developer/transactional/guides/track-respond-activity-webhooks/#authenticating-webhook-requests",
      "x-mandrill-signature",
      { ...SHA1, ...BASE64, signed: "{url}{fields}" },
    ),
  ],
  plivo: [
    hmac(
      "https://docs.plivo.com/docs/voice/xml/request/validation",
      ["x-plivo-signature-v3", "x-plivo-signature-ma-v3"],
      { ...BASE64, signed: "{plivo}.{header:x-plivo-signature-v3-nonce}", nonce: true },
    ),
    hmac(
      "https://docs.plivo.com/docs/messaging/concepts/signature-validation",
      ["x-plivo-signature-v2", "x-plivo-signature-ma-v2"],
      { ...BASE64, signed: "{base}{header:x-plivo-signature-v2-nonce}", nonce: true },
    ),
  ],
  sendgrid: [
    {
      by: "ecdsa",
      docs: "https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features",
      header: `${SENDGRID}-signature`,
      signed: `{header:${SENDGRID}-timestamp}{body}`,
      time: `header:${SENDGRID}-timestamp`,
    },
  ],
  sns: [
    {
      by: "certificate",
      docs: "https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html",
      // A message is sent again for up to an hour, with its first time (sns-message-delivery-retries.html there).
      tolerance: 3_600,
    },
  ],
  square: [
    hmac("https://developer.squareup.com/docs/webhooks/step3validate", "x-square-hmacsha256-signature", {
      ...BASE64,
      signed: "{url}{body}",
    }),
  ],
  twilio: [
    hmac("https://www.twilio.com/docs/usage/webhooks/webhooks-security", "x-twilio-signature", {
      ...SHA1,
      ...BASE64,
      signed: "{url}{twilio}",
    }),
  ],
  vmware: [{ by: "basic", docs: "https://ngrok.com/docs/integrations/webhooks/vmware-webhooks" }],
};
