import type { CustomFetch } from "openid-client";
import { isLoopback } from "#contract/loopback.ts";
import { collected } from "../fetched.ts";
import { LoginFault } from "./fault.ts";

/** Milliseconds for one answer of a provider. */
export const ANSWER_MS = 5_000;
/** Bytes of one answer. */
const ANSWER_MAX = 1_048_576;

/** `fetch` for what providers are asked: HTTPS only outside this machine, no redirects, and answers within bounds. */
export const providerFetch: CustomFetch = async (url, options) => {
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:" && !(protocol === "http:" && isLoopback(hostname)))
    throw new LoginFault("providerDown", `${protocol}//${hostname} is not asked: it is not HTTPS`);
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(url, { ...options, body: options.body as BodyInit, signal });
  const body = answer.body ? await collected(answer.body, ANSWER_MAX) : Buffer.alloc(0);
  if (body === null) throw new LoginFault("providerDown", `The answer of ${hostname} is longer than 1 MB`);
  const { status, statusText, headers } = answer;
  return new Response(body.length === 0 ? null : body, { status, statusText, headers });
};
