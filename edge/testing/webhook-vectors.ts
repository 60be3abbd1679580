import { BODY_ROWS, type Row } from "./webhook-body-rows.ts";
import { TIMED_ROWS } from "./webhook-timed-rows.ts";

/** Of the vectors that say nothing else. */
export const SECRET = "example-webhook-secret";
const BODY = '{"id":"evt_1","event":"order.paid","amount":12}';
const URL_GIVEN = "https://hooks.example/v1/in?a=1";
/** 2023-11-14T22:13:20Z, in seconds. */
const AT = 1_700_000_000;

/** A message as a provider sends it, made without this program. */
export type Vector = {
  provider: string;
  headers: Record<string, string>;
  secret: string;
  body: string;
  url: string;
  at: number;
};

/** The others. */
const ROWS: readonly Row[] = [
  ["gitlab", { "x-gitlab-token": "example-webhook-secret" }],
  [
    "mailchimp",
    {
      "content-type": "application/x-www-form-urlencoded",
      "x-mandrill-signature": "OuFOS3/O9cW6rltUyz+8yop91YA=",
    },
    { body: "mandrill_events=%5B%7B%22event%22%3A%22send%22%7D%5D&a=b+c" },
  ],
  ["square", { "x-square-hmacsha256-signature": "IAddOkwpwa6GR8LQKHd89bkTQjli07VXpuMCJnLk7g8=" }],
  ["vmware", { authorization: "Basic Y29uc29sZTpwYXNzOjp3b3Jk" }, { secret: "console::pass::word" }],
  [
    "plivo",
    {
      "content-type": "application/x-www-form-urlencoded",
      "x-plivo-signature-v3": "6pj1LpmAPKaw+NkFzagF/uEF0Kp7ZrdenSaw1ID1xJs=",
      "x-plivo-signature-v3-nonce": "05429567804466091622",
    },
    {
      secret: "example-auth-token",
      url: "https://hooks.example/v1/in?b=2&a=1",
      body: "Digits=1234&CallUUID=abc",
      by: "plivo 4.79.0",
    },
  ],
  [
    "plivo",
    {
      "x-plivo-signature-v2": "y8GHEcdHsbGAl8oeNC1Zfxs0bvxcycHjnwouqGjnWQY=",
      "x-plivo-signature-v2-nonce": "05429567804466091622",
    },
    { secret: "example-auth-token", by: "plivo 4.79.0" },
  ],
  [
    "twilio",
    { "content-type": "application/json", "x-twilio-signature": "9qhrpK7VlXrPg80LNfFzg4gZDeM=" },
    {
      secret: "example-auth-token",
      url: "https://hooks.example/v1/in?bodySHA256=d17896a94cc610057536f2a018eefe1262b29ee4541f66dc3aa9bd68cd33c9b7",
      by: "twilio 6.2.0",
    },
  ],
  [
    "sendgrid",
    {
      "x-twilio-email-event-webhook-timestamp": "1700000000",
      "x-twilio-email-event-webhook-signature":
        "MEUCIQCdF8Ib4dgPTxTqCkFq2Vsor4FmFbKQZxkCfrB+R14KiwIgFwt997texHf0pODvrWD/kTB2D9mpTxz9bvMiOgoqt8o=",
    },
    {
      secret:
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEDavC7bkclsRY5dGdoWBDmzzqruD+tuWEyvamPcyJIZNoF0JHU7SNgnDOArDrOQEapfIs9m1n2Z8YItU/zb2LzQ==",
      by: "openssl dgst -sha256 -sign",
    },
  ],
  [
    "twilio",
    {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": "RSOYDt4T1cUTdK1PDd93/VVr8B8=",
    },
    {
      secret: "12345",
      url: "https://mycompany.com/myapp.php?foo=1&bar=2",
      body: "CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212",
      by: "its documentation",
    },
  ],
];

export const VECTORS: readonly Vector[] = [...BODY_ROWS, ...TIMED_ROWS, ...ROWS].map(
  ([provider, headers, more = {}]) => {
    const { secret = SECRET, body = BODY, url = URL_GIVEN, at = AT } = more;
    return { provider, headers: { ...headers }, secret, body, url, at };
  },
);
