import { createHash } from "node:crypto";
import { ASKING, type UnreachableApp } from "#contract/traffic/unreachable-app.ts";
import type { Modules } from "#edge/account.ts";
import type { Counted } from "#edge/events/make-event.ts";
import type { TestOf } from "#edge/events/visitor-connection.ts";
import { refusalCode, UNREACHED } from "#edge/refusals.ts";
import { timestamp } from "../store/time.ts";

/** The last requests that are looked at; of them so many, and half, must have failed. */
const WINDOW = 8;
const LEAST = 3;
const LEAST_IF_CERTAIN = 1;
const REFUSED = refusalCode("upstreamRefused");
/** Whether one failure says it all: nothing took the connection, or a provider or keys failed, so that nobody gets as far as a tunnel. */
const isCertain = (tunnelId: string | null | undefined, code: string): boolean =>
  (tunnelId ?? null) === null || code === REFUSED;
/** So many in a row that were answered end it; one does by the tunnel that was tried, where all others failed. */
const ANSWERED = 2;
/** Without a further request it is said for so long. */
const KEPT_MS = 3_600_000;
const TRACKED_MAX = 2_000;
const LISTED_MAX = 100;

/**
 * `asked` = who was asked for a login or keys, and how ({@link askedOf}), unless a tunnel was tried; `way` = that of the tunnel, a digest
 * once it is listed. Never shown.
 */
export type NotedApp = UnreachableApp & { asked?: string; way?: string };

type Lately = {
  app: NotedApp;
  /** Whether each of the last requests failed, the newest last. */
  failures: boolean[];
  failedAt: number;
  /** When the first of the failures in a row was that are the last. */
  runSince: string;
};

/** The address and the route. An agent that starts again has another endpoint at the same address. */
export const placeOf = ({
  endpointId,
  edgeId,
  routeId,
  way,
}: Pick<Counted, "endpointId" | "edgeId" | "routeId" | "way">): string =>
  `${(edgeId ? null : way) ?? endpointId} ${routeId ?? null}`;

/** What a tunnel is known by once its agent has started again. */
export const wayOf = ({ way, tunnelId }: Counted) => way ?? tunnelId;
export const wayIn = ({ way, tunnel_id: tunnel }: NotedApp) => way ?? tunnel;

/**
 * What requests to each address and route, or by another key, came to lately, from the first that failed on: nothing is noted while all is well.
 * What a visitor may not do says nothing (docs/decisions/edge/unreachable-apps.md).
 */
export class UnreachableApps {
  /** Rises with each change of what is listed. */
  version = 0;
  private readonly lately = new Map<string, Lately>();
  private readonly now: () => number;
  private readonly keyOf: (counted: Counted) => string;

  /** `now` in milliseconds since 1970. */
  constructor(now = Date.now, keyOf: (counted: Counted) => string = placeOf) {
    this.now = now;
    this.keyOf = keyOf;
  }

  get size(): number {
    return this.lately.size;
  }

  has = (key: string): boolean => this.lately.has(key);

  /**
   * Of a test request counts that the app answered by the tunnel that failed, as a draft may have sent it elsewhere; of one of what is
   * saved, what is certain at once besides: with 500 an app may answer what no visitor would send.
   */
  add(counted: Counted, test: TestOf | null = null): void {
    const { endpointId, edgeId, routeId, modules, tunnelId, way, refusal, reason, outcome, status } = counted;
    if (endpointId === undefined) return;
    const byApp = refusal === null && tunnelId !== undefined && status >= 500;
    const failed = byApp || (refusal !== null && UNREACHED.has(refusal));
    if (!failed && this.lately.size === 0) return;
    const key = this.keyOf(counted);
    let known = this.lately.get(key);
    const isSame = known !== undefined && wayIn(known.app) === wayOf(counted);
    const isAsking = failed && tunnelId === undefined;
    const code = refusal ? refusalCode(refusal) : "";
    if (test && (failed ? test === "draft" || !isCertain(tunnelId, code) : !isSame)) return;
    const by = isAsking ? code : known?.app.asked && known.app.error_code;
    const asked = by ? askedOf(modules, by) : undefined;
    const isOther = failed && known && askedIn(known.app) !== (isAsking ? code : "");
    if (known && (isOther || (known.app.asked && known.app.asked !== asked))) {
      this.forget(key, known);
      known = undefined;
    }
    if (!failed) {
      const answered = refusal === null && outcome === "answered" && tunnelId !== undefined;
      // What has only failed is reached again by the same way: of two agents, the other one would prove nothing.
      const isBack = isSame && known?.failures.includes(false) === false;
      const said = known ? saidOf(known) : "";
      if (known && answered && isSame)
        Object.assign(known.app, { endpoint_id: endpointId, tunnel_id: tunnelId });
      if (known && answered) this.note(key, known, said, false, isBack);
      else if (known && refusal === "breakerOpen" && !known.app.held) this.hold(known);
      return;
    }
    const at = this.now();
    const one = known ?? {
      app: {
        endpoint_id: endpointId,
        edge_id: edgeId ?? null,
        route_id: routeId ?? null,
        tunnel_id: null,
        error_code: "",
        failed: 0,
        of: 0,
        since: timestamp(new Date(at)),
      },
      failures: [],
      failedAt: at,
      runSince: "",
    };
    if (one.failures.at(-1) !== true) one.runSince = timestamp(new Date(at));
    const before = saidOf(one);
    Object.assign(one.app, {
      endpoint_id: endpointId,
      tunnel_id: tunnelId ?? null,
      way,
      error_code: code,
      status: byApp ? status : null,
      reason: reason ?? null,
      failed_at: timestamp(new Date(at)),
      asked: isAsking ? asked : undefined,
      held: false,
    });
    one.failedAt = at;
    // Those that failed longest ago come first.
    this.lately.delete(key);
    this.lately.set(key, one);
    const [oldest] = this.lately.keys();
    if (this.lately.size > TRACKED_MAX && oldest !== undefined) this.lately.delete(oldest);
    this.note(key, one, before, true);
  }

  /** Those of this process, the newest failure first. */
  list(): NotedApp[] {
    const [now, listed] = [this.now(), [] as NotedApp[]];
    for (const [key, one] of [...this.lately].toReversed()) {
      const said = now - one.failedAt > KEPT_MS ? null : listedAs(one);
      if (said && listed.length < LISTED_MAX) listed.push(said);
      else if (now - one.failedAt > KEPT_MS) this.lately.delete(key);
    }
    return listed;
  }

  private hold(known: Lately): void {
    known.app.held = true;
    if (listedAs(known)) this.version += 1;
  }

  private forget(key: string, one: Lately): void {
    this.lately.delete(key);
    if (saidOf(one) !== "") this.version += 1;
  }

  private note(key: string, one: Lately, before: string, failed: boolean, isBack = false): void {
    one.failures = [...one.failures, failed].slice(-WINDOW);
    one.app.held = false;
    if (!one.failures.includes(false)) one.app.since = one.runSince;
    const over = !one.failures.slice(-ANSWERED).includes(true) || (isBack && before !== "");
    if (over) this.lately.delete(key);
    if ((over ? "" : saidOf(one)) !== before) this.version += 1;
  }
}

/** By which code it was not the app that failed, but who is asked before it; "" of the app, however it failed. */
const askedIn = ({ tunnel_id: tunnel, error_code: code }: NotedApp) => (tunnel === null ? code : "");

/** What of a route's modules asks those that failed by this code for a visitor, as a digest: who is asked otherwise by now may well answer. */
export function askedOf(modules: Modules = {}, code: string): string {
  const kinds = ASKING[code === refusalCode("providerDown") ? "login" : "keys"];
  return digestOf(JSON.stringify(kinds.map((kind) => modules[kind] ?? null)));
}

export const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

function listedAs({ app, failures }: Lately): NotedApp | null {
  const failed = failures.filter(Boolean).length;
  const least = isCertain(app.tunnel_id, app.error_code) ? LEAST_IF_CERTAIN : LEAST;
  if (failed < least || failed * 2 < failures.length) return null;
  return { ...app, failed, of: failures.length };
}

/** What a console reads again; when it failed last, to the minute. */
const saidOf = (one: Lately): string => {
  const said = listedAs(one);
  if (!said) return "";
  const { failed, of, error_code, status, reason, tunnel_id, held, failed_at } = said;
  return [failed, of, error_code, status, reason, tunnel_id, held, failed_at?.slice(0, 16)].join(" ");
};
