import type { Event } from "#contract/event.ts";
import { KINDS } from "#contract/modules/kind-facts.ts";
import { resourceOf } from "#resources/all.ts";
import { hostOf, routePlace } from "#resources/edge-names.ts";
import { href } from "#resources/paths.ts";
import { refHref } from "#resources/ref-target.ts";
import { sessionName } from "#resources/session-name.ts";
import type { FleetAction } from "#fleet/action.ts";
import { saidText, stateWords } from "#fleet/action-text.ts";
import { counted } from "#ui/format.ts";

/** One line of what happened: "ops laptop created key CI deploys". `who` is null for what this tab did. */
export type Happening = {
  key: string;
  at: string;
  who: string | null;
  /** The id of the key it was done with. */
  via: string | null;
  /** "created", "turned off OAuth on". */
  did: string;
  /** What kind of thing it is; `one` is empty where its name says enough. */
  noun: { one: string; many: string };
  object: string;
  to: string | null;
  /** The result, or more about it. */
  detail: string;
};

/** Happenings that are alike, newest first: a burst is one line that opens. */
export type Burst = readonly [Happening, ...Happening[]];

/** As many alike, with at most this long between two, are a burst. */
const BURST_LEAST = 3;
const BURST_GAP_MS = 10 * 60_000;
const TOGETHER_MS = 10_000;

type EdgeLike = { id: string; hostports?: readonly string[] | null | undefined };

/** Events of the service and this tab's commands, newest first. `edges` name the places of routes. */
export function happeningsOf(
  events: readonly Event[],
  actions: readonly FleetAction[],
  edges: readonly EdgeLike[],
  now: number,
): Happening[] {
  const deleted = new Set(
    events.filter(({ event_type }) => event_type.includes("_deleted.")).map(({ object }) => object["id"]),
  );
  const edgeById = new Map(edges.map((edge) => [edge.id, edge]));
  const happened = events.map((event) => {
    const happening = ofEvent(event, edgeById);
    return deleted.has(event.object["id"]) ? { ...happening, to: null } : happening;
  });
  return [...happened, ...actions.map((action) => ofAction(action, now))].toSorted(
    (a, b) => Date.parse(b.at) - Date.parse(a.at) || 0,
  );
}

/**
 * Folds bursts, in the same order: several alike in a row and shortly after each other are one. Of the commands that
 * this tab sent together each outcome is one, wherever the others came between.
 */
export function burstsOf(happenings: readonly Happening[]): Burst[] {
  const bursts: [Happening, ...Happening[]][] = [];
  for (const one of happenings) {
    const together = bursts.findLastIndex((burst) => !isTogether(burst, one));
    const burst = bursts.findLast(
      (other, index) =>
        (index > together || index === bursts.length - 1) && isAlike(other.at(-1) ?? other[0], one),
    );
    if (burst) burst.push(one);
    else bursts.push([one]);
  }
  return bursts.flatMap((burst): Burst[] =>
    burst.length < BURST_LEAST ? burst.map((one): Burst => [one]) : [burst],
  );
}

/** Are both commands of this tab, sent within seconds? */
function isTogether(burst: Burst, one: Happening): boolean {
  const gap = Math.abs(Date.parse((burst.at(-1) ?? burst[0]).at) - Date.parse(one.at));
  return one.who === null && burst[0].who === null && gap <= TOGETHER_MS;
}

function isAlike(a: Happening, b: Happening): boolean {
  const gap = Math.abs(Date.parse(a.at) - Date.parse(b.at));
  return (
    a.who === b.who &&
    a.via === b.via &&
    a.did === b.did &&
    a.noun.many === b.noun.many &&
    !(gap > BURST_GAP_MS)
  );
}

/** What a burst did: "created 21 IP rules". */
export function burstText(burst: Burst): string {
  const [{ did, noun }] = burst;
  return `${did} ${counted(burst.length, noun.one, noun.many)}`;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function ofEvent(
  { event_id, event_type, event_timestamp, principal, object }: Event,
  edges: ReadonlyMap<string, EdgeLike>,
): Happening {
  const [, kind = event_type, verb = "changed"] =
    /^(.+)_(created|updated|deleted)\.v\d+$/.exec(event_type) ?? [];
  const id = text(object["id"]);
  const words = kind.replaceAll("_", " ");
  const module = verb === "updated" ? moduleOf(object) : null;
  return {
    key: event_id,
    at: event_timestamp,
    who: text(principal?.subject) || principal?.credential?.id || principal?.id || "Someone",
    via: principal?.credential?.id ?? null,
    did: module?.did ?? verb,
    noun: resourceOf(id)?.noun ?? { one: words, many: `${words}s` },
    object: nameOf(object, edges) || id,
    to: id === "" ? null : linkOf(object, id, module?.kind),
    detail: module ? "" : text(object["action"]) || changedFields(object),
  };
}

function nameOf(object: Event["object"], edges: ReadonlyMap<string, EdgeLike>): string {
  const { hostports } = object;
  const host = Array.isArray(hostports) ? text(hostports[0]) : "";
  const match = text(object["match"]);
  const edge = edges.get(text(object["edge_id"]));
  const place = edge && match ? routePlace(edge, match) : match;
  return text(object["cidr"]) || hostOf(host) || place || text(object["description"]);
}

function linkOf(object: Event["object"], id: string, module: string | undefined): string | null {
  const edgeId = text(object["edge_id"]);
  if (module !== undefined && edgeId !== "" && object[module] != null)
    return href.routeModule(edgeId, id, module);
  return refHref({ id, uri: text(object["uri"]), edge_id: edgeId || undefined });
}

const enabledIn = (value: unknown) => (value as { enabled?: unknown } | null)?.enabled !== false;

/** The one module that an update of its owner was about (decisions/store/own-events.md), and what was done with it. */
function moduleOf(object: Event["object"]): { kind: string; did: string } | null {
  const [field, ...others] = fieldsBefore(object);
  const module = KINDS.find(({ kind }) => kind === field);
  if (field === undefined || others.length > 0 || !module) return null;
  const was = (object["before"] as Record<string, unknown>)[field] ?? null;
  const is = object[field] ?? null;
  // Within a sentence: "circuit breaker", but "OAuth" and "WebSocket".
  const name = module.title.replace(/^[A-Z](?=[a-z]+\b)/, (letter) => letter.toLowerCase());
  if (was === null) return { kind: field, did: `added ${name} to` };
  if (is === null) return { kind: field, did: `removed ${name} from` };
  if (enabledIn(was) !== enabledIn(is))
    return { kind: field, did: `turned ${enabledIn(is) ? "on" : "off"} ${name} on` };
  return { kind: field, did: `changed ${name} on` };
}

function fieldsBefore({ before }: Event["object"]): string[] {
  return typeof before === "object" && before !== null ? Object.keys(before) : [];
}

const changedFields = (object: Event["object"]) => fieldsBefore(object).join(", ").replaceAll("_", " ");

const DONE = { restart: "restarted", stop: "stopped", update: "updated" } as const;
const DOING = { restart: "are restarting", stop: "are stopping", update: "are updating" } as const;

function didOf({ kind, state }: FleetAction): string {
  if (state.phase === "verified") return DONE[kind];
  return state.phase === "sending" || state.phase === "waiting" ? DOING[kind] : `tried to ${kind}`;
}

function ofAction(action: FleetAction, now: number): Happening {
  return {
    key: action.id,
    at: new Date(action.sentAt).toISOString(),
    who: null,
    via: null,
    did: didOf(action),
    noun: { one: "", many: "agents" },
    object: sessionName(action.session),
    to: href.session(action.sessionId),
    detail: saidText(stateWords(action, now)),
  };
}
