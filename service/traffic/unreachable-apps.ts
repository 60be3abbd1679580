import { createHash } from "node:crypto";
import { ASKING, type UnreachableApp } from "#contract/traffic/unreachable-app.ts";
import type { Modules } from "#edge/account.ts";
import type { Counted } from "#edge/events/make-event.ts";
import { refusalCode, UNREACHED } from "#edge/refusals.ts";
import { timestamp } from "../store/time.ts";

/** The last requests that are looked at; of them so many, and half, must have failed. Where a provider or keys do, nobody gets as far as a tunnel. */
const WINDOW = 8;
const LEAST = 3;
const LEAST_BEFORE_A_TUNNEL = 1;
/** So many in a row that were answered end it; one does by the tunnel that was tried, where all others failed. */
const ANSWERED = 2;
/** Without a further request it is said for so long. */
const KEPT_MS = 3_600_000;
const TRACKED_MAX = 2_000;
const LISTED_MAX = 100;

/** `asked` = who was asked for a login or keys, and how ({@link askedOf}), unless a tunnel was tried. Never shown. */
export type NotedApp = UnreachableApp & { asked?: string };

type Lately = {
  app: NotedApp;
  /** Whether each of the last requests failed, the newest last. */
  failures: boolean[];
  failedAt: number;
  /** When the first of the failures in a row was that are the last. */
  runSince: string;
};

/** The address and the route. */
export const placeOf = ({ endpointId, routeId }: Counted): string => `${endpointId} ${routeId ?? null}`;

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
  constructor(now = Date.now, keyOf = placeOf) {
    this.now = now;
    this.keyOf = keyOf;
  }

  get size(): number {
    return this.lately.size;
  }

  has = (key: string): boolean => this.lately.has(key);

  /** Of a test request only counts that the app answered by the tunnel that failed: a draft may have sent it elsewhere. */
  add(counted: Counted, test = false): void {
    const { endpointId, edgeId, routeId, modules, tunnelId, refusal, reason, outcome, status } = counted;
    if (endpointId === undefined) return;
    const byApp = refusal === null && tunnelId !== undefined && status >= 500;
    const failed = byApp || (refusal !== null && UNREACHED.has(refusal));
    if (!failed && this.lately.size === 0) return;
    const key = this.keyOf(counted);
    let known = this.lately.get(key);
    if (test && (failed || known?.app.tunnel_id !== tunnelId)) return;
    const isAsking = failed && tunnelId === undefined;
    const asked = isAsking || known?.app.asked ? askedOf(modules) : undefined;
    const code = refusal ? refusalCode(refusal) : "";
    const isOther = failed && known && askedIn(known.app) !== (isAsking ? code : "");
    if (known && (isOther || (known.app.asked && known.app.asked !== asked))) {
      this.forget(key, known);
      known = undefined;
    }
    if (!failed) {
      const answered = refusal === null && outcome === "answered" && tunnelId !== undefined;
      // What has only failed is reached again by the same way: of two agents, the other one would prove nothing.
      const isBack = known?.failures.includes(false) === false && known.app.tunnel_id === tunnelId;
      if (known && answered) this.note(key, known, saidOf(known), false, isBack);
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
      tunnel_id: tunnelId ?? null,
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

/** What of a route's modules asks others for a visitor, as a digest: who is asked otherwise by now may well answer. */
export function askedOf(modules: Modules = {}): string {
  const asking = Object.values(ASKING)
    .flat()
    .map((kind) => modules[kind] ?? null);
  return createHash("sha256").update(JSON.stringify(asking)).digest("base64url");
}

function listedAs({ app, failures }: Lately): NotedApp | null {
  const failed = failures.filter(Boolean).length;
  const least = app.tunnel_id === null ? LEAST_BEFORE_A_TUNNEL : LEAST;
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
