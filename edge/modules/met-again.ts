import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import type { Snapshot } from "../account.ts";
import type { Past, VisitorConnection } from "../events/visitor-connection.ts";
import type { EdgeRequest } from "../request-body.ts";
import type { Place } from "../routing/find.ts";
import type { Met } from "./guard.ts";
import { variableOf } from "./header-rules.ts";

/** `missed` = a guard has read something that was not kept: what it says is worth nothing. */
export type Again = { met: Met; missed: boolean };

/** Reads what was kept of the body; null where it is gone. */
export type KeptContent = () => Promise<Buffer | null>;

type Kept = NonNullable<NonNullable<Extract<TrafficEvent["object"], { http?: unknown }>["http"]>["request"]>;

const HEADERS = "http.request.headers";
/** As they were sent, beside a body that was kept. */
const AS_SENT = "capture.request.headers";
const CONTENT = "capture.request.content";
/** Headers that guards read without regard to case, in which events have them. */
const ANY_CASE = new Set(["accept", "connection", "upgrade"]);

/**
 * What guards meet of a request that has passed, as far as it was kept: whatever was replaced, cut or written in another case
 * is handed on like the rest, and missed by who reads it. null where too little was kept.
 */
export function metAgain(
  event: TrafficEvent,
  place: Place,
  snapshot: Snapshot,
  past: Past,
  content: KeptContent,
): Again | null {
  const { object, gatehouse: own = {} } = event;
  const { conn } = object;
  const kept = "http" in object ? object.http?.request : undefined;
  if (conn?.client_ip === undefined) return null;
  if (event.event_type === "http_request_complete.v0" && kept?.method === undefined) return null;
  const miss = (): never => {
    again.missed = true;
    throw new Error("This was not kept.");
  };
  // Carried around it is like any value. Whoever looks at it has missed something.
  const unknown = new Proxy({}, { get: miss, has: miss, ownKeys: miss, getPrototypeOf: miss }) as never;
  // Events of connections without HTTP say nothing of TLS.
  const isTls = place.edge?.kind === "tls" && !kept;
  const tls = "tls" in object ? object.tls : isTls ? {} : undefined;
  const { client_cert: certificate, version = unknown, cipher_suite: cipher = unknown } = tls ?? {};
  const mayHave = isTls && own.decisions?.some(({ module }) => module === "mutual_tls");
  const scheme = !kept ? "tcp" : kept.url?.scheme === "https" ? "https" : "http";
  const connection: VisitorConnection = {
    began: Date.parse(conn.start_ts ?? "") || 0,
    clientIp: conn.client_ip,
    serverIp: conn.server_ip ?? "",
    serverPort: conn.server_port ?? 0,
    name: tls || scheme === "https" ? (conn.server_name ?? "") : "",
    tls: tls ? { version, cipher, ms: 0 } : null,
    client: tls
      ? {
          get askedFor() {
            return miss();
          },
          fault: null,
          name: certificate?.subject?.cn ?? "",
          serial: certificate?.serial_number ?? "",
          peer: certificate || mayHave ? unknown : null,
        }
      : null,
    requests: 0,
    past,
  };
  const asks = kept && requestOf(kept, own, unknown, miss);
  const request = (asks?.request as unknown as EdgeRequest | undefined) ?? null;
  const again: Again = {
    missed: false,
    met: {
      connection,
      scheme,
      request,
      target: asks?.target ?? null,
      snapshot,
      place,
      variable: (name) =>
        /^(conn|http|tls)\./.test(name)
          ? variableOf(name, { connection, request, scheme, status: 0, facts: null })
          : miss(),
      body: async (limit) => {
        if (asks?.isBare) return Buffer.alloc(0);
        if (asks && asks.length > limit) return null;
        return (asks?.isKept ? await content() : null) ?? miss();
      },
      unknown: miss,
    },
  };
  return again;
}

type Own = NonNullable<TrafficEvent["gatehouse"]>;

function requestOf(kept: Kept, own: Own, unknown: never, miss: () => never) {
  const { method = "", url = {} } = kept;
  const captured = own.capture?.request;
  const isAsSent = captured?.headers !== undefined;
  const given = captured?.headers ?? kept.headers ?? {};
  const at = isAsSent ? AS_SENT : HEADERS;
  const { host = "", path = unknown, raw } = url;
  const left = [...(own.redacted ?? []), ...(own.truncated ?? [])];
  const agent = left.includes(`${HEADERS}.User-Agent`) ? undefined : kept.user_agent;
  const isLeft = (path: string): boolean => left.some((one) => one === path || one.startsWith(`${path}.`));
  const [pathKnown, queryKnown] = [!isLeft("http.request.url.path"), !isLeft("http.request.url.query")];
  const target =
    raw !== undefined && pathKnown && queryKnown ? raw.slice(raw.indexOf("://") + 3 + host.length) : unknown;
  const lists = new Map(
    Object.entries(given).map(([shown, values]) => {
      const isWhole = !left.includes(`${at}.${shown}`);
      return [shown.toLowerCase(), { values, isWhole }] as const;
    }),
  );
  const isAll = !left.includes(at);
  const isKnown = (value: string): boolean => isAsSent || value === value.toUpperCase();
  /** As the visitor wrote it. */
  const exact = (name: string, value: string, isWhole: boolean): string => {
    if (name === "host") return host;
    if (name === "user-agent") return agent ?? unknown;
    return isWhole && isKnown(value) ? value : unknown;
  };
  const pairs = [...lists].flatMap(([name, { values, isWhole }]) =>
    values.flatMap((value) => [name, exact(name, value, isWhole && values.length === 1)]),
  );
  const headers = new Proxy(
    {},
    {
      get: (_target, name) => {
        if (typeof name !== "string" || name.startsWith(":")) return undefined;
        if (name === "host") return host;
        if (name === "user-agent" && agent !== undefined) return agent;
        const found = lists.get(name);
        if (!found) return isAll ? undefined : miss();
        const { values, isWhole } = found;
        const [only = "", more] = values;
        if (isWhole && ANY_CASE.has(name)) return values.join(", ");
        return isWhole && more === undefined && isKnown(only) ? only : miss();
      },
      has: miss,
      ownKeys: miss,
    },
  );
  const told = lists.get("content-length")?.values[0];
  const length = Number(told ?? 0);
  // A body that nobody read to its end, was changed, or was unpacked is another one.
  const isWhole = captured?.truncated === false && captured.kept === length && !isLeft(CONTENT);
  return {
    length,
    isKept: isAll && told !== undefined && isWhole && !lists.has("content-encoding"),
    /** It has no body. */
    isBare: isAll && own.http_version !== "2.0" && length === 0 && !lists.has("transfer-encoding"),
    target: { host, name: host.replace(/:\d+$/, ""), path: pathKnown ? path : unknown, target },
    request: {
      method: method.toUpperCase(),
      url: target,
      httpVersion: own.http_version ?? unknown,
      headers,
      rawHeaders: isAll ? pairs : [unknown],
    },
  };
}
