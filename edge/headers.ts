import type { IncomingHttpHeaders } from "node:http";
import { withoutLogins } from "#edge/modules/login/cookies.ts";

/** Headers of one connection, not of the message (RFC 9110 §7.6.1), beside those that Connection names. */
export const HOP_BY_HOP = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];
const HOP = new Set([...HOP_BY_HOP, "http2-settings"]);
/** Where apps look for who asks, from where and by which address. A visitor is never believed (docs/decisions/edge/headers-of-visitors.md). */
const TOLD =
  /^(?:forwarded|forwarded-for|x-forwarded(?:-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|client-ip|cf-connecting-ip(?:v6)?|fastly-client-ip|x-original-(?:for|host|proto)|x-scheme|x-url-scheme|front-end-https)$/;
/** What the edge says of a visitor who signed in. */
const OF_LOGINS = "gatehouse-auth-";

/** Whether the edge says this, or nobody. CGI and WSGI read an underscore as a hyphen. */
function isEdges(given: string): boolean {
  const name = given.includes("_") ? given.replaceAll("_", "-") : given;
  return HOP.has(name) || TOLD.test(name) || name.startsWith(OF_LOGINS);
}

export type Visitor = { ip: string; proto: string; host: string };

export type Headers = Record<string, string | string[]>;

/** Headers for the app: without what concerns one connection only, and with who asks. */
export function requestHeaders(given: IncomingHttpHeaders, { ip, proto, host }: Visitor): Headers {
  const named = listed(given.connection);
  const headers: Headers = { host };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || name.startsWith(":") || name === "host" || name === "expect") continue;
    if (isEdges(name) || named.has(name)) continue;
    headers[name] = value;
  }
  if (given.cookie !== undefined) {
    const cookie = withoutLogins(given.cookie);
    if (cookie === "") delete headers["cookie"];
    else headers["cookie"] = cookie;
  }
  // It is about the answer's way to the visitor, and the edge keeps trailers.
  if (/\btrailers\b/i.test(String(given.te ?? ""))) headers["te"] = "trailers";
  headers["x-forwarded-for"] = ip;
  headers["x-forwarded-proto"] = proto;
  headers["x-forwarded-host"] = host;
  return headers;
}

/** Headers for the visitor. `http1` = trailers are announced, as HTTP/1.1 needs them to be. */
export function responseHeaders(given: IncomingHttpHeaders, http1: boolean): Headers {
  const named = listed(given.connection);
  const headers: Headers = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || named.has(name)) continue;
    if (!HOP.has(name) || (name === "trailer" && http1)) headers[name] = value;
  }
  return headers;
}

/** What says where a message ends or goes, who sends it, or what it holds is no trailer (RFC 9110 §6.5.1). */
const NO_TRAILER =
  /^(host|authorization|cookie|set-cookie|expect|range|max-forwards|cache-control|age|date|expires|location|retry-after|vary|warning|www-authenticate|content-.*|if-.*|:.*)$/;

/** Trailers of either side, as the other one may have them. */
export function trailerFields(given: IncomingHttpHeaders): Headers {
  const fields = Object.entries(given).filter(([name]) => !isEdges(name) && !NO_TRAILER.test(name));
  return Object.fromEntries(fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function listed(connection: string | string[] | undefined): Set<string> {
  if (connection === undefined || /^(keep-alive|close|upgrade)$/i.test(String(connection))) return new Set();
  return new Set(
    String(connection)
      .split(",")
      .map((name) => name.trim().toLowerCase()),
  );
}
