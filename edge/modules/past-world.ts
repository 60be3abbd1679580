import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import type { Endpoint, Snapshot } from "../account.ts";
import type { Past } from "../events/visitor-connection.ts";
import type { Place } from "../routing/find.ts";
import type { Guard, Verdict } from "./guard.ts";
import { judged, storedOf } from "./guards.ts";
import { type Again, type KeptContent, metAgain } from "./met-again.ts";

/** What a guard says of a request that has passed. */
export type Said = { verdict: "allow" | "block" | "unknown"; reason: string };

const UNKNOWN: Said = { verdict: "unknown", reason: "" };
const NO_MODULE: Said = { verdict: "allow", reason: "No module blocks it" };

type Settle = (failed: boolean | null) => void;
/** `counts` = what it says depends on how many requests came before; `remembers` = on which. */
type Own = { stored: object; counts: boolean; remembers: boolean };

/**
 * An account through which requests pass once more, in the order of their times. What its modules count is its own, and begins
 * at zero.
 */
export class PastWorld {
  /** What a guard says depends on all that came since then; Infinity = on nothing before. */
  since = Number.POSITIVE_INFINITY;
  private at = 0;
  private readonly snapshot: Snapshot;
  private readonly endpoints: ReadonlyMap<string, Endpoint>;
  private readonly owns = new WeakMap<object, Own>();
  private readonly later: { at: number; settle: () => void }[] = [];
  /** Counts that may be others: when the last request came whose part in them is not known. */
  private readonly unsure = new Map<string, number>();
  private readonly past: Past = {
    now: () => this.at,
    seconds: () => {
      this.since = Number.NEGATIVE_INFINITY;
      return this.at / 1_000;
    },
    reliesOn: (since) => {
      this.since = Math.min(this.since, since);
    },
  };

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
    const all = [...snapshot.hosts.values(), ...snapshot.ports.values()];
    this.endpoints = new Map(all.map((endpoint) => [endpoint.id, endpoint]));
  }

  /** The next request, at its time in milliseconds; null where what served it is gone, or too little was kept. */
  meet(event: TrafficEvent, at: number, content: KeptContent): PastVisit | null {
    this.later.sort((one, other) => one.at - other.at);
    for (let next = this.later[0]; next && next.at <= at; next = this.later[0]) {
      this.later.shift();
      this.at = next.at;
      next.settle();
    }
    this.at = at;
    const place = this.placeOf(event);
    const again = place && metAgain(event, place, this.snapshot, this.past, content);
    return again && new PastVisit(this, again);
  }

  own(kind: string, stored: object): Own {
    const known = this.owns.get(stored);
    if (known) return known;
    const limits = kind === "policies" && JSON.stringify(stored).includes('"rate-limit"');
    const counts = limits || kind === "circuit_breaker";
    const remembers = counts || kind === "webhook_verification";
    const own = { stored: counts ? structuredClone(stored) : stored, counts, remembers };
    this.owns.set(stored, own);
    return own;
  }

  isSure(counter: string): boolean {
    const doubted = this.unsure.get(counter);
    return doubted === undefined || doubted < this.since;
  }

  /** Nobody knows what this request, or one at this time, adds to what is counted. */
  doubt(counter: string, at = this.at): void {
    this.unsure.set(counter, Math.max(at, this.unsure.get(counter) ?? at));
  }

  settleAt(at: number, settle: () => void): void {
    this.later.push({ at, settle });
  }

  private placeOf({ gatehouse: own = {} }: TrafficEvent): Place | null {
    const endpoint = this.endpoints.get(own.endpoint_id ?? "");
    if (!endpoint) return null;
    const edge = "edge" in endpoint.serves ? endpoint.serves.edge : null;
    const route = edge?.routes.find(({ id }) => id === own.route_id) ?? null;
    if (edge && (edge.id !== own.edge_id || (route?.id ?? undefined) !== own.route_id)) return null;
    return { endpoint, edge, route };
  }
}

/** One request on its way through such an account. */
export class PastVisit {
  /** What the guards said that it met. */
  readonly said = new Map<string, Said>();
  /** Whose settings apply. */
  readonly owner: string;
  private readonly world: PastWorld;
  private readonly again: Again;
  private readonly settles: { counter: string; settle: Settle }[] = [];

  constructor(world: PastWorld, again: Again) {
    this.world = world;
    this.again = again;
    const { endpoint, edge, route } = again.met.place;
    this.owner = route?.id ?? edge?.id ?? endpoint.id;
  }

  stored(kind: string): object | null | undefined {
    return storedOf(this.again.met.place, kind);
  }

  counts(kind: string): boolean {
    const stored = this.stored(kind);
    return !!stored && this.world.own(kind, stored).counts;
  }

  get isBlocked(): boolean {
    return this.has("block");
  }

  has(verdict: Said["verdict"]): boolean {
    return [...this.said.values()].some((one) => one.verdict === verdict);
  }

  /** `recorded` = what it said at the time, for what can't be known otherwise. */
  async meets(kind: string, guard: Guard, recorded: Said | null): Promise<Said> {
    const one = await this.asked(kind, guard, recorded);
    this.said.set(kind, one);
    return one;
  }

  private async asked(kind: string, guard: Guard, recorded: Said | null): Promise<Said> {
    const { world } = this;
    const stored = this.stored(kind);
    if (!stored) return NO_MODULE;
    const own = world.own(kind, stored);
    const counter = `${this.owner} ${kind}`;
    const isReached = !this.has("unknown");
    world.since = Number.POSITIVE_INFINITY;
    const verdict = await said(guard, own.stored, this.again);
    if (own.remembers && (!isReached || !verdict)) world.doubt(counter);
    if (!verdict || !world.isSure(counter)) return recorded ?? UNKNOWN;
    if ("settle" in verdict && verdict.settle) this.settles.push({ counter, settle: verdict.settle });
    const isIn = verdict.verdict === "allow" || verdict.verdict === "allow_while_open";
    return { verdict: isIn ? "allow" : "block", reason: verdict.reason };
  }

  /** It is over: whether its app failed was known at a time. undefined = nobody knows: it did not get there. */
  end(failed: boolean | null | undefined, at: number): void {
    if (this.has("block")) return;
    for (const { counter, settle } of this.settles)
      if (failed === undefined) this.world.doubt(counter);
      else this.world.settleAt(at, () => settle(failed));
  }
}

/** What a guard says; null where it has read what was not kept. */
async function said(guard: Guard, stored: object, again: Again): Promise<Verdict | null> {
  again.missed = false;
  try {
    const verdict = await judged(guard, stored, again.met);
    return again.missed ? null : verdict;
  } catch (error) {
    if (again.missed) return null;
    throw error;
  }
}
