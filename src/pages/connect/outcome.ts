import { API_VERSION } from "#contract/app-config.ts";
import { describeError, ApiError } from "#api/errors.ts";
import type { Connection } from "#api/connection.ts";

export type FieldName = "baseUrl" | "key" | "versionHeader";

/** Why connecting failed and where to say so; without a field it is said above the form. */
export type Refusal = {
  field?: FieldName;
  text: string;
  hint?: string;
  code?: string | undefined;
  operationId?: string | undefined;
};

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VERSION_REFUSED = /_21[78]$/;

function checkBaseUrl(text: string, origin: string): string | null {
  if (text === "") return "Write the address of the management API, for example https://host/api.";
  let url: URL;
  try {
    url = new URL(text, origin);
  } catch {
    return "Write a URL, for example https://host/api.";
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return "Write a URL that starts with http:// or https://.";
  if (url.username || url.password) return "Leave out the name and password: only the API key is sent.";
  if (url.search || url.hash) return "Leave out what follows ? or #.";
  return null;
}

/** What can be seen without asking the service. Never repeats the key. */
export function checkInput({ baseUrl, key, versionHeader }: Connection, origin: string): Refusal | null {
  const url = checkBaseUrl(baseUrl, origin);
  if (url) return { field: "baseUrl", text: url };
  if (key === "") return { field: "key", text: "Paste an API key." };
  if (!/^[\x21-\x7e]+$/.test(key))
    return { field: "key", text: "A key holds no spaces and only plain characters. Copy it again." };
  if (!HEADER_NAME.test(versionHeader))
    return { field: "versionHeader", text: "Write a header name, for example Service-Version." };
  return null;
}

function networkText(url: URL, origin: string, blocked: boolean): string {
  if (blocked)
    return `The host of this page lets it call only itself (Content-Security-Policy), not ${url.host}. Use the base URL of ${origin}, or host the console elsewhere.`;
  if (url.origin === origin) return `Nothing answers at ${url.host}. The service is stopped or out of reach.`;
  if (origin.startsWith("https:") && url.protocol === "http:")
    return `No connection to ${url.host}. This page is https, and browsers block calls from it to http addresses.`;
  return `No connection to ${url.host}. It is stopped, out of reach, or does not let pages of ${origin} call it (CORS). A browser does not say which.`;
}

/** Turns the failure of the trial request into words at the right field. `blocked`: the browser reported a CSP violation. */
export function refusalOf(error: unknown, connection: Connection, origin: string, blocked: boolean): Refusal {
  const url = new URL(connection.baseUrl, origin);
  const { title, detail, code, operationId, hint } = describeError(error, "connect");
  const named = { code, operationId };
  if (!(error instanceof ApiError)) return { text: `${title}. ${detail}`, hint };
  const { kind, status, msg } = error;
  if (kind === "network") return { field: "baseUrl", text: networkText(url, origin, blocked) };
  if (kind === "timeout")
    return {
      field: "baseUrl",
      text: `${url.host}: ${lower(msg)} It may be overloaded or not a web service.`,
    };
  if (kind === "garbage")
    return {
      field: "baseUrl",
      text: `What answers there is not the management API. ${msg}`,
      hint: "Check the path: it often ends in /api.",
    };
  if (kind === "drift")
    return {
      text: `${title}. ${detail}`,
      hint: "This may be another service, or another version of it.",
      ...named,
    };
  if (code && VERSION_REFUSED.test(code))
    return {
      field: "versionHeader",
      text: `The service refused “${connection.versionHeader}: ${API_VERSION}” (${status}): ${msg}`,
      ...named,
    };
  if (status === 401 || status === 403)
    return {
      field: "key",
      text: `The service refused this key (${status}): ${msg}`,
      hint: "An admin’s key can create a new one.",
      ...named,
    };
  if (status === 404 || status === 405)
    return {
      field: "baseUrl",
      text: `No management API answers at ${url.pathname} (${status}): ${msg}`,
      hint: "Check the path: it often ends in /api.",
      ...named,
    };
  return { text: `${title}. ${detail}`, hint, ...named };
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
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
