import { API_VERSION } from "#contract/api-facts.ts";
import { SIGN_IN_MINUTES } from "#contract/sign-in-code.ts";
import { describeError, ApiError, isAbsent, type Described } from "#api/errors.ts";
import type { Connection } from "#api/connection.ts";

export type FieldName = "baseUrl" | "key" | "versionHeader";

/** Why signing in failed and where to say so; without a field it is said above the form. */
export type Refusal = {
  field?: FieldName;
  text: string;
  hint?: string;
} & Pick<Described, "status" | "code" | "operationId">;

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** The code of a link was used or is too old. */
const GONE = 410;
const VERSION_REFUSED = /_21[78]$/;

const INVALID = "Invalid address. Example: https://example.com/api";

function checkBaseUrl(text: string, origin: string): string | null {
  if (text === "") return "Enter the service address. Example: https://example.com/api";
  let url: URL;
  try {
    url = new URL(text, origin);
  } catch {
    return INVALID;
  }
  // A path may have none that was typed; a sentence has.
  if (/\s|%20/.test(text)) return INVALID;
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return "Start the address with http:// or https://.";
  if (url.username || url.password) return "Remove the name and password from the address.";
  if (url.search || url.hash) return "Remove everything after ? or #.";
  return null;
}

/** What can be seen without asking the service. Never repeats the key. */
export function checkInput({ baseUrl, key, versionHeader }: Connection, origin: string): Refusal | null {
  const url = checkBaseUrl(baseUrl, origin);
  if (url) return { field: "baseUrl", text: url };
  if (key === "") return { field: "key", text: "Paste an API key." };
  if (!/^[\x21-\x7e]+$/.test(key))
    return { field: "key", text: "Invalid API key. Copy it again, without spaces." };
  if (!HEADER_NAME.test(versionHeader))
    return { field: "versionHeader", text: "Invalid header name. Example: Service-Version" };
  return null;
}

function networkText(url: URL, origin: string, blocked: boolean): string {
  if (blocked)
    return `This console may only call ${origin} (Content-Security-Policy), not ${url.host}. Use that address, or host the console elsewhere.`;
  if (url.origin === origin) return `No answer from ${url.host}. Check that the service is running.`;
  if (origin.startsWith("https:") && url.protocol === "http:")
    return `No connection to ${url.host}. This page uses https, so browsers block http addresses. Use an https address.`;
  return `No connection to ${url.host}. Check that the service is running and allows requests from ${origin} (CORS).`;
}

/**
 * Turns the failure of the trial request into words at the right field. `blocked`: the browser reported a CSP violation.
 * `forwards`: the console's host forwards to the service, by an address that the user can't see here.
 */
export function refusalOf(
  error: unknown,
  connection: Connection,
  origin: string,
  blocked: boolean,
  forwards = false,
): Refusal {
  const pathHint = `Check ${forwards ? "--upstream" : "the path"}. It often ends in /api.`;
  const url = new URL(connection.baseUrl, origin);
  const { title, detail, hint, ...named } = describeError(error, "sign in");
  if (!(error instanceof ApiError)) return { text: `${title}. ${detail}`, hint };
  const { kind, status, msg, code } = error;
  if (kind === "network") return { field: "baseUrl", text: networkText(url, origin, blocked) };
  if (kind === "timeout")
    return {
      field: "baseUrl",
      text: `${msg.replace(/\.$/, "")} from ${url.host}. Check the address, or try again later.`,
    };
  if (kind === "garbage")
    return {
      field: "baseUrl",
      text: `This address is not the management API. ${msg}`,
      hint: pathHint,
    };
  if (kind === "drift")
    return {
      text: `${title}. ${detail}`,
      hint: "Check that the address is right and the service is up to date.",
      ...named,
    };
  if (code && VERSION_REFUSED.test(code))
    return {
      field: "versionHeader",
      text: `The service refused “${connection.versionHeader}: ${API_VERSION}”: ${msg}`,
      ...named,
    };
  if (status === 401 || status === 403)
    return { field: "key", text: `The service refused this key: ${msg}`, ...named };
  if (status === 404 || status === 405)
    return {
      field: "baseUrl",
      text: `There is no management API at ${url.pathname}: ${msg}`,
      hint: pathHint,
      ...named,
    };
  return { text: `${title}. ${detail}`, hint, ...named };
}

const NEW_LINK = "Run npm start -- --link for a new one, or paste an API key.";
const LINK_LIFE = `A link works once, for ${SIGN_IN_MINUTES} minutes.`;

/** What to say of a link from before links carried codes. */
export const LINK_WITH_KEY: Refusal = { text: "For safety, links no longer carry the key.", hint: NEW_LINK };

/** Turns the failure of a link's code into words above the form. A code that was sent may be used up: only the link can tell. */
export function linkRefusalOf(error: unknown, connection: Connection, origin: string): Refusal {
  if (isAbsent(error)) return { text: "This service has no sign-in links.", hint: "Paste an API key." };
  const refusal = refusalOf(error, connection, origin, false);
  if (!(error instanceof ApiError)) return refusal;
  const { status, code, operationId, retry } = error;
  const named = { status, code, operationId };
  if (status === GONE)
    return { text: "This link was already used or has expired.", hint: `${LINK_LIFE} ${NEW_LINK}`, ...named };
  const again = "Open the link again, or paste an API key.";
  const hint = retry === "unsure" ? `The link may be used up. ${again}` : again;
  // No key was sent.
  if (refusal.field === "key") {
    const { title, detail } = describeError(error, "sign in");
    return { text: `${title}. ${detail}`, hint, ...named };
  }
  return { ...refusal, hint };
}

/** Where to go after connecting: a path of this console, never another origin, never /connect itself. */
export function safeNext(next: string | null, origin: string, fallback: string): string {
  if (!next?.startsWith("/")) return fallback;
  try {
    const url = new URL(next, origin);
    if (url.origin !== origin || /^\/connect\/*$/i.test(url.pathname)) return fallback;
    return url.pathname + url.search;
  } catch {
    return fallback;
  }
}
