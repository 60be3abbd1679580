import { createHmac } from "node:crypto";
import type { OwnAnswer } from "../guard.ts";
import { jsonOf, type Message, own } from "./parts.ts";

/** What a provider asks before it sends messages, answered by the edge; null = it is no such question. */
type Challenge = (message: Message, secret: string) => OwnAnswer | null;

const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
const answered = (body: string, type: string): OwnAnswer => ({
  status: 200,
  headers: { ...HEADERS, "content-type": type },
  body,
});
const JSON_TYPE = "application/json";

const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text);

/** Questions that nobody has signed. */
export const UNSIGNED: Readonly<Record<string, Challenge>> = {
  /**
   * The answer is a signature of the token, by the secret that signs messages: of what could be a message there is none.
   * https://developer.twitter.com/en/docs/twitter-api/premium/account-activity-api/guides/securing-webhooks
   */
  twitter: ({ method, url }, secret) => {
    const token = method === "GET" ? new URL(url).searchParams.get("crc_token") : null;
    if (token === null || !/^[A-Za-z0-9+/=_-]{1,128}$/.test(token)) return null;
    const response_token = `sha256=${hmac(secret, token).digest("base64")}`;
    return answered(JSON.stringify({ response_token }), JSON_TYPE);
  },
  /** https://docs.connect.worldline-solutions.com/documentation/webhooks/ */
  worldline: ({ method, headers }) => {
    const said = headers["x-gcs-webhooks-endpoint-verification"];
    const asked = method === "GET" && typeof said === "string" && /^[\x21-\x7e]{1,256}$/.test(said);
    return asked ? answered(said, "text/plain; charset=utf-8") : null;
  },
};

/** Questions that are signed as messages are. */
export const SIGNED: Readonly<Record<string, Challenge>> = {
  /** Whether wrong signatures are refused (401) is asked too: https://developer.xero.com/documentation/guides/webhooks/configuring-your-server */
  xero: ({ body }) => {
    const events = own(jsonOf(body), "events");
    return Array.isArray(events) && events.length === 0 ? answered("", "text/plain; charset=utf-8") : null;
  },
  /** https://developers.zoom.us/docs/api/webhooks/#validate-your-webhook-endpoint */
  zoom: ({ body }, secret) => {
    const sent = jsonOf(body);
    const plainToken = own(own(sent, "payload"), "plainToken");
    if (own(sent, "event") !== "endpoint.url_validation" || typeof plainToken !== "string") return null;
    const encryptedToken = hmac(secret, plainToken).digest("hex");
    return answered(JSON.stringify({ plainToken, encryptedToken }), JSON_TYPE);
  },
};
