const HOST = /^([A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/;
const PREFIX = /^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/;

/** The headers that say so. */
export const FORWARDED_HEADERS = [
  "x-forwarded-proto",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-prefix",
  "forwarded",
];

/**
 * Where a request's sender reached this service, without a trailing slash: `https://gate.example/prefix`.
 * X-Forwarded-Proto, -Host, -Port and -Prefix, and where they are missing Forwarded (RFC 7239), count only when `trusted`, of
 * several values the first; a value that can't be a scheme, a host, a port or a path is passed over. A port that the host
 * names goes before -Port. Proxies set the X- headers, so what a sender makes up in Forwarded must not go before them.
 */
export function publicBase(request: Request, trusted: boolean, url = new URL(request.url)): string {
  const { origin, protocol, host } = url;
  if (!trusted) return origin;
  const { headers } = request;
  const forwarded = readForwarded(headers.get("forwarded"));
  const proto = pick(/^https?$/i, first(headers, "x-forwarded-proto"), forwarded.get("proto"));
  const named = pick(HOST, first(headers, "x-forwarded-host"));
  const seenHost = named ?? pick(HOST, forwarded.get("host"));
  const prefix = pick(PREFIX, first(headers, "x-forwarded-prefix")?.replace(/\/+$/, ""));
  const shown = seenHost ?? host;
  const port =
    (seenHost !== undefined && named === undefined) || /:\d+$/.test(shown) ? undefined : portOf(headers);
  const seen = `${proto?.toLowerCase() ?? protocol.slice(0, -1)}://${shown}${port ? `:${port}` : ""}`;
  return `${URL.canParse(seen) ? new URL(seen).origin : origin}${prefix ?? ""}`;
}

function portOf(headers: Headers): string | undefined {
  return pick(/^[1-9]\d{0,4}$/, first(headers, "x-forwarded-port"));
}

export function first(headers: Pick<Headers, "get">, name: string): string | undefined {
  return headers.get(name)?.split(",")[0]?.trim();
}

function pick(pattern: RegExp, ...values: (string | undefined)[]): string | undefined {
  return values.find((value) => value !== undefined && pattern.test(value));
}

/** The parameters of the first element: `for=1.2.3.4;proto=https;host="gate.example:8443", for=…`. */
export function readForwarded(header: string | null): Map<string, string> {
  const pairs = new Map<string, string>();
  const element = /^(?:"(?:[^"\\]|\\.)*"|[^,"])*/.exec(header ?? "")?.[0] ?? "";
  for (const [, name = "", quoted, plain = ""] of element.matchAll(
    /([A-Za-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^;,"\s]+))/g,
  )) {
    pairs.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, "$1") ?? plain);
  }
  return pairs;
}

/** What the SAML addresses of routes are below. */
export const samlUrl = (base: string): string => `${base}/saml`;
