import { setImmediate as nextTurn } from "node:timers/promises";
import { asksSignIn } from "#contract/traffic/asks-sign-in.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import type { EdgeAccount } from "../account.ts";
import { type Draft, drafted } from "./draft.ts";
import { IN_ORDER } from "./guards.ts";
import type { KeptContent } from "./met-again.ts";
import { PastWorld, type PastVisit, type Said } from "./past-world.ts";

/**
 * What a draft would have done to a request: another verdict than what is saved, the same by another kind of module or with a sign-in on
 * one side only, the same, or nobody can tell. maybe = what blocked it does so no more, and nobody can tell whether another module does.
 */
type Effect =
  | { verdict: "allow" | "block"; reason: string }
  | { verdict: "still_blocked"; kind: string; sign_in: boolean; was_sign_in: boolean }
  | "none"
  | "maybe"
  | "unknown";

/** What blocks some of them, and how many. */
type BlockedBy = { kind: string; reason: string; requests: number };

/**
 * `blocked` = how many the draft blocks for certain, also of those of which nobody can tell whether what is saved blocks them, and
 * `blockedBy` by what, the most first;
 * `countsFrom` = where rate limits or circuit breakers may have decided: since when they were counted, in milliseconds since 1970.
 */
type Previewed = { effects: Effect[]; blocked: number; blockedBy: BlockedBy[]; countsFrom: number | null };

/** `contentOf` = what was kept of a request’s body, of those that say so; null where it is gone. */
export type Preview = (
  draft: Draft,
  events: readonly TrafficEvent[],
  contentOf: (event: TrafficEvent) => Promise<Buffer | null>,
) => Promise<Previewed>;

/** Visitors’ requests have their turn after so many milliseconds. */
const TURN_MS = 10;

/**
 * Compares a draft with what is saved, by the guards themselves, over requests that passed, the newest first
 * (docs/decisions/edge/previews.md).
 */
export function createPreview(account: EdgeAccount): Preview {
  return async (draft, events, contentOf) => {
    const saved = await account.now();
    const comparison = new Comparison(new PastWorld(saved), new PastWorld(drafted(saved, draft)));
    const effects: Effect[] = [];
    const inTime = events
      .map((event, index) => ({ event, index, at: beganAt(event) }))
      .toSorted((one, other) => one.at - other.at || other.index - one.index);
    let turn = performance.now();
    for (const { event, index, at } of inTime) {
      effects[index] = await comparison.effectOf(
        event,
        at,
        once(() => contentOf(event)),
      );
      if (performance.now() - turn < TURN_MS) continue;
      await nextTurn();
      turn = performance.now();
    }
    const blockedBy = [...comparison.blockedBy.values()].toSorted((a, b) => b.requests - a.requests);
    const blocked = blockedBy.reduce((sum, { requests }) => sum + requests, 0);
    return { effects, blocked, blockedBy, countsFrom: comparison.counted ? (inTime[0]?.at ?? null) : null };
  };
}

/** Both worlds read it, one body at a time. */
function once(read: KeptContent): KeptContent {
  let reading: ReturnType<KeptContent> | null = null;
  return () => (reading ??= read());
}

class Comparison {
  private readonly before: PastWorld;
  private readonly after: PastWorld;
  /** What was counted may have decided. */
  counted = false;
  readonly blockedBy = new Map<string, BlockedBy>();
  /** Routes and edges where other requests passed than before, so that counts may differ. */
  private readonly apart = new Set<string>();

  constructor(before: PastWorld, after: PastWorld) {
    this.before = before;
    this.after = after;
  }

  async effectOf(event: TrafficEvent, at: number, content: KeptContent): Promise<Effect> {
    const [was, is] = [this.before.meet(event, at, content), this.after.meet(event, at, content)];
    if (!was || !is) return "unknown";
    const unknown: string[] = [];
    let [alike, apart] = [true, false];
    for (const { kind, guard } of IN_ORDER) {
      const isSame = was.stored(kind) === is.stored(kind);
      // Nobody may know what it says, but that it says the same: of what counts, as long as the same requests have passed.
      const saysAsBefore = isSame && !(this.apart.has(was.owner) && was.counts(kind));
      const recorded = recordedOf(event, kind);
      const one = was.isBlocked ? null : await was.meets(kind, guard, recorded);
      const other = is.isBlocked ? null : await is.meets(kind, guard, saysAsBefore ? recorded : null);
      if (one?.verdict === "unknown" && other?.verdict === "unknown" && saysAsBefore) unknown.push(kind);
      else if (one?.verdict === "unknown" || other?.verdict === "unknown") alike = false;
      apart ||= one?.verdict !== other?.verdict;
      const decides = !isSame || [one, other].some((said) => said && said.verdict !== "allow");
      this.counted ||= decides && (was.counts(kind) || is.counts(kind));
    }
    const { failed, at: known } = outcomeOf(event, at);
    was.end(failed, known);
    is.end(failed, known);
    if (apart || !alike) this.apart.add(was.owner);
    this.countBlocked(is);
    if (was.isBlocked && is.isBlocked) return sameBlock(was, is);
    if (was.isBlocked === is.isBlocked) return alike ? "none" : "unknown";
    const freed = is.said.get(blockerOf(was.said)?.[0] ?? "");
    if (!alike || unknown.length > 0) return freed?.verdict === "allow" ? "maybe" : "unknown";
    if (is.isBlocked) return { verdict: "block", reason: blockerOf(is.said)?.[1].reason ?? "" };
    return { verdict: "allow", reason: freed?.reason ?? "" };
  }

  private countBlocked({ said }: PastVisit): void {
    const [kind, by] = blockerOf(said) ?? [];
    if (kind === undefined || !by) return;
    const { reason } = by;
    const name = `${kind} ${reason}`;
    const requests = (this.blockedBy.get(name)?.requests ?? 0) + 1;
    this.blockedBy.set(name, { kind, reason, requests });
  }
}

/** Blocked before and after: by which kind now, where it is another one or asks as the other did not, and none before it may have done it. */
function sameBlock(was: PastVisit, is: PastVisit): Effect {
  if (was.has("unknown") || is.has("unknown")) return "none";
  const [before, after] = [was, is].map(({ said }) => {
    const [kind = "", by] = blockerOf(said) ?? [];
    return { kind, signIn: asksSignIn(kind, by?.reason ?? "") };
  });
  if (!before || !after || (before.kind === after.kind && before.signIn === after.signIn)) return "none";
  const { kind, signIn } = after;
  return { verdict: "still_blocked", kind, sign_in: signIn, was_sign_in: before.signIn };
}

const blockerOf = (said: ReadonlyMap<string, Said>): [kind: string, said: Said] | undefined =>
  [...said].find(([, { verdict }]) => verdict === "block");

function beganAt({ event_timestamp, gatehouse }: TrafficEvent): number {
  return Date.parse(gatehouse?.start_ts ?? event_timestamp) || 0;
}

const ENDS = ["block", "answer"];
const SAYS = ["allow", "allow_while_open", ...ENDS];

/** What a kind decided at the time. Rules of policies have lines of their own before it, and after it for the answer. */
function recordedOf({ gatehouse }: TrafficEvent, kind: string): Said | null {
  const said = gatehouse?.decisions?.find(({ module, verdict }) => module === kind && SAYS.includes(verdict));
  return said
    ? { verdict: ENDS.includes(said.verdict) ? "block" : "allow", reason: said.reason ?? "" }
    : null;
}

/** Whether the app failed, as the circuit breaker was told, and when; undefined where the request did not get there. */
function outcomeOf(
  { object, gatehouse: own = {} }: TrafficEvent,
  began: number,
): { failed: boolean | null | undefined; at: number } {
  const { error_code, decisions = [], duration_ms = 0, phases } = own;
  const at = Math.floor(began + duration_ms - (phases?.body ?? 0));
  if (decisions.some(({ verdict }) => ENDS.includes(verdict))) return { failed: undefined, at };
  if (error_code !== undefined) return { failed: true, at };
  const status = "http" in object ? object.http?.response?.status_code : undefined;
  return { failed: status === undefined ? null : status >= 500, at };
}
