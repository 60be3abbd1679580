import { HOP_BY_HOP } from "#edge/headers.ts";

/** What a browser says of this console, which is nothing to the other service. */
const NOT_SENT = [
  "host",
  "cookie",
  "origin",
  "referer",
  "expect",
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-prefix",
  "x-forwarded-proto",
  "x-real-ip",
  "ngrok-version",
];

/** What would bind this console's origin to rules of the other service, and what is said here anew. */
const NOT_PASSED_ON = [
  "set-cookie",
  "strict-transport-security",
  "alt-svc",
  "clear-site-data",
  "service-worker-allowed",
  "content-security-policy",
  "content-security-policy-report-only",
  "cache-control",
  "refresh",
  "link",
  "location",
];

type Pair = readonly [name: string, value: string];

/** The headers of a request as the other service gets them: the version header under its name there. */
export function requestHeaders(
  headers: Headers,
  { versionHeader, upstreamVersionHeader }: { versionHeader: string; upstreamVersionHeader: string },
): Record<string, string> {
  const version = headers.get(versionHeader) ?? headers.get("ngrok-version");
  const dropped = new Set([...HOP_BY_HOP, ...NOT_SENT, ...named(headers), versionHeader.toLowerCase()]);
  const kept = [...headers].filter(([name]) => !dropped.has(name) && !name.startsWith("sec-"));
  return {
    ...Object.fromEntries(kept),
    ...(version === null ? {} : { [upstreamVersionHeader.toLowerCase()]: version }),
  };
}

/** The headers of an answer as the console gets them. Location is not among them: see `passedLocation`. */
export function answerHeaders(raw: readonly string[]): Headers {
  const pairs: Pair[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) pairs.push([raw[i] ?? "", raw[i + 1] ?? ""]);
  const all = new Headers();
  for (const [name, value] of pairs) all.append(name, value);
  const dropped = [...HOP_BY_HOP, ...NOT_PASSED_ON, ...named(all)];
  for (const name of dropped) all.delete(name);
  for (const name of [...all.keys()].filter((one) => one.startsWith("access-control-"))) all.delete(name);
  all.set("cache-control", "no-store");
  return all;
}

function named(headers: Headers): string[] {
  const names = headers.get("connection")?.split(",") ?? [];
  return names
    .map((name) => name.trim().toLowerCase())
    .filter((name) => /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name));
}

/**
 * Where a redirect of the other service leads here; null when it leads out of its API, where the key must not go.
 */
export function passedLocation(location: string, asked: URL, base: URL): string | null {
  if (!URL.canParse(location, asked)) return null;
  const { origin, pathname, search } = new URL(location, asked);
  const root = base.pathname.replace(/\/$/, "");
  if (origin !== base.origin || !pathname.startsWith(`${root}/`)) return null;
  return `/api${pathname.slice(root.length)}${search}`;
}

/**
 * The URL there of a request here; null for a path that could leave the API once it is decoded, and for whoami: its
 * answer would hold the address of this machine.
 */
export function targetOf(url: URL, base: URL): URL | null {
  if (!url.pathname.startsWith("/api/") || /%(2f|5c|2e|00)|\\|\/\.\.?;/i.test(url.pathname)) return null;
  if (url.pathname === "/api/whoami") return null;
  const path = `${base.pathname.replace(/\/$/, "")}${url.pathname.slice("/api".length)}`;
  const target = new URL(`${base.origin}${path}${url.search}`);
  return target.pathname === path ? target : null;
}
