import type { Event } from "#contract/event.ts";
import type { AgentCommand } from "#contract/tunnel-session.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { isOn } from "#contract/modules/closed-by.ts";
import { factsOf } from "#contract/modules/kinds.ts";
import { isKeyInUse } from "#resources/api-keys.ts";
import { resourceOf } from "#resources/all.ts";
import { EDGE_KINDS, edgeName, isUnnamed, routePlace } from "#resources/edge-names.ts";
import { fieldLabel } from "#resources/field-labels.ts";
import { href } from "#resources/paths.ts";
import type { PolicyRow } from "#resources/ip-policies.ts";
import { kindOf, refHref } from "#resources/ref-target.ts";
import { sessionName } from "#resources/session-name.ts";
import { labelText } from "#resources/tunnel-names.ts";
import type { FleetAction } from "#fleet/action.ts";
import { isOfAction } from "./logged.ts";
import { policyOf } from "./policy-of.ts";
import { replacedAction } from "./replaced-rule.ts";
import { ofRollout } from "./rollout-happening.ts";
import { isSentHere } from "#fleet/sent-here.ts";
import { inSentence } from "#editing/value-text.ts";
import { refusedWords, stateWords, type Said } from "#fleet/action-text.ts";
import { shortenId } from "#ui/format.ts";

/** One line of what happened: "ops laptop created key CI deploys". `who` is null for what was done with the key of this console. */
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
  /** The policy of an IP rule. */
  within?: string | undefined;
  /** The ID of the thing, which tells it from others of its name. */
  id: string;
  to: string | null;
  /** The result, or more about it. */
  detail: string;
};

type EdgeLike = Parameters<typeof edgeName>[0];
const isEdge = (id: string) => Object.values(EDGE_KINDS).some((kind) => kind === kindOf(id));

/**
 * Events of the service and this tab's commands, newest first. `edges` name the places of routes, and `policies`, where they are
 * not plain from where it is shown, those of rules.
 */
export function happeningsOf(
  events: readonly Event[],
  actions: readonly FleetAction[],
  edges: readonly EdgeLike[],
  now: number,
  policies?: readonly PolicyRow[],
): Happening[] {
  const deleted = new Set(
    events.filter(({ event_type }) => event_type.includes("_deleted.")).map(({ object }) => object["id"]),
  );
  // An edge that was deleted since is known by what is told of itself.
  const told = events.flatMap(({ object }) => {
    const edge = edgeIn(object);
    return edge?.hostports?.length ? [edge] : [];
  });
  const edgeById = new Map([...told, ...edges].map((edge) => [edge.id, edge]));
  const within = policies && policyOf(events, policies);
  const others = events.filter((event) => !isOfAction(event, actions));
  const replaced = replacedAction(others);
  const happened = others.map((event) => {
    const happening = ofEvent(event, edgeById, within, replaced(event));
    return deleted.has(happening.id) ? { ...happening, to: null } : happening;
  });
  return [...happened, ...actions.filter(isSentHere).map((one) => ofAction(one, now))].toSorted(
    (a, b) => Date.parse(b.at) - Date.parse(a.at) || 0,
  );
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function ofEvent(
  { event_id, event_type, event_timestamp, principal, object, gatehouse }: Event,
  edges: ReadonlyMap<string, EdgeLike>,
  withinOf?: ReturnType<typeof policyOf>,
  was?: string,
): Happening {
  const [, kind = event_type, verb = "changed"] = /^(.+)_([a-z]+)\.v\d+$/.exec(event_type) ?? [];
  const id = text(object[kind === CAPTURE ? "target_id" : "id"]);
  const words = kind.replaceAll("_", " ");
  const module = verb === "updated" ? moduleOf(object, gatehouse?.before) : null;
  const act = actOf(kind, object, verb);
  const noun = act?.noun ?? resourceOf(id)?.noun ?? { one: words, many: `${words}s` };
  // "HTTPS edge without an address" says its noun itself.
  const edge = edgeIn(object);
  const unnamed = edge !== null && isUnnamed(edge);
  const key = principal?.credential?.id ?? null;
  const within = withinOf?.(object);
  const name = nameOf(object, edges) || shortenId(id);
  return {
    key: event_id,
    at: event_timestamp,
    who:
      key !== null && isKeyInUse(key) ? null : text(principal?.subject) || key || principal?.id || "Someone",
    via: key,
    did: module?.did ?? act?.did ?? (was === undefined ? verb : "replaced"),
    noun: unnamed ? { ...noun, one: "" } : noun,
    object: within === undefined ? name : `${name} in ${within}`,
    within,
    id,
    to: id === "" ? null : (act?.to?.(id) ?? linkOf(object, id, module?.kind)),
    detail: module
      ? ""
      : act?.detail ||
        changedFields(object, gatehouse?.before) ||
        text(object["action"]) + (was === undefined ? "" : ` instead of ${was}`),
    ...ofRollout({ object, gatehouse }, verb),
  };
}

/** An edge as an event tells of it; null of anything else. */
function edgeIn({ id, hostports, description }: Event["object"]): EdgeLike | null {
  if (!isEdge(text(id))) return null;
  const hosts = Array.isArray(hostports) ? hostports.map(text) : hostports === undefined ? undefined : null;
  return { id: text(id), hostports: hosts, description: text(description) };
}

function nameOf(object: Event["object"], edges: ReadonlyMap<string, EdgeLike>): string {
  const itself = edgeIn(object);
  if (itself) return edgeName(itself);
  const match = text(object["match"]);
  const edge = match ? edges.get(text(object["edge_id"])) : undefined;
  const place = edge ? routePlace(edge, match) : match;
  const url = text(object["url"]).replace(/^\w+:\/\//, "");
  const id = text(object["id"]);
  if (kindOf(id) === "session") return sessionName({ id, metadata: text(object["metadata"]) });
  const named = text(object["cidr"]) || place || text(object["description"]) || url;
  return named || labelText(object["labels"] as Tunnel["labels"]);
}

function linkOf(object: Event["object"], id: string, module: string | undefined): string | null {
  const edgeId = text(object["edge_id"]);
  if (module !== undefined && edgeId !== "" && object[module] != null)
    return href.routeModule(edgeId, id, module);
  return refHref({ id, uri: text(object["uri"]), edge_id: edgeId || undefined });
}

/**
 * What an update of an owner did with its module (decisions/store/own-events.md), or with two of which one took the place of
 * the other; null for any other update.
 */
function moduleOf(object: Event["object"], before: object = {}): { kind: string; did: string } | null {
  const changes = Object.entries(before).map(([kind, was]) => ({
    kind,
    title: factsOf(kind)?.title,
    was,
    is: object[kind] ?? null,
  }));
  const [one, other, ...others] = changes;
  if (!one?.title || others.length > 0) return null;
  const { kind, was, is } = one;
  if (other) {
    const [off, on] = isOn(is) ? [other, one] : [one, other];
    const replaced = isOn(off.was) && !isOn(off.is) && !isOn(on.was) && isOn(on.is);
    if (!replaced || !off.title || !on.title) return null;
    return { kind: on.kind, did: `replaced ${inSentence(off.title)} with ${inSentence(on.title)} on` };
  }
  const name = inSentence(one.title);
  if (was === null) return { kind, did: `added ${name} to` };
  if (is === null) return { kind, did: `removed ${name} from` };
  if (isOn(was) !== isOn(is)) return { kind, did: `turned ${isOn(is) ? "on" : "off"} ${name} on` };
  return { kind, did: `changed ${name} on` };
}

/** What was done where nothing was created, with its own noun and link where these aren't the object's. */
type Act = { did: string; noun?: Happening["noun"]; to?: (id: string) => string; detail?: string };

const ACTS: Readonly<Record<string, Act>> = {
  event_test: { did: "sent a test event to" },
  event_resend: { did: "sent failed events again to" },
  test_request: {
    did: "sent",
    noun: { one: "a test request to", many: "test requests" },
    to: (id) => href.trafficEvent(id),
  },
};

/** That bodies are kept: of an endpoint or route, which it is told of. */
const CAPTURE = "traffic_capture";

export const AGENTS = { one: "", many: "agents" };
const TOLD = { restart: "restarted", stop: "stopped", update: "sent an update to" } as const;

/** The act of an event, as a reset of counts (decisions/edge/live-state.md); null for any other event. */
function actOf(kind: string, object: Event["object"], verb: string): Act | null {
  const { module, command } = object;
  if (kind === CAPTURE) return { did: `${verb === "created" ? "started" : "stopped"} keeping bodies of` };
  if (kind === "agent_command" && verb === "refused")
    return { did: `tried to ${text(command)}`, noun: AGENTS, to: href.session, detail: refusalOf(object) };
  if (kind === "agent_command")
    return { did: TOLD[command as AgentCommand] ?? "sent a command to", noun: AGENTS, to: href.session };
  if (kind !== "live_state_reset") return (Object.hasOwn(ACTS, kind) && ACTS[kind]) || null;
  const name =
    module === "policies" ? "rate limits" : inSentence(factsOf(text(module))?.title ?? text(module));
  return { did: `reset ${name} on` };
}

function refusalOf({ error_code: code, reason }: Event["object"]): string {
  const said = refusedWords(text(code));
  return said ? cameOf(said) : text(reason);
}

const changedFields = (object: Event["object"], before: object = {}) =>
  Object.keys(before)
    .map((field) => factsOf(field)?.title ?? fieldLabel(resourceOf(text(object["id"]))?.kind, field))
    .join(", ");

const DONE = { restart: "restarted", stop: "stopped", update: "updated" } as const;
const DOING = { restart: "are restarting", stop: "are stopping", update: "are updating" } as const;

function didOf({ kind, state }: FleetAction): string {
  if (state.phase === "verified") return DONE[kind];
  if (state.phase === "waiting" && kind === "update") return "sent an update to";
  return state.phase === "sending" || state.phase === "waiting" ? DOING[kind] : `tried to ${kind}`;
}

function ofAction(action: FleetAction, now: number): Happening {
  return {
    key: action.id,
    at: new Date(action.sentAt).toISOString(),
    who: null,
    via: null,
    did: didOf(action),
    noun: AGENTS,
    object: sessionName(action.session),
    id: action.sessionId,
    to: href.session(action.sessionId),
    detail: cameOf(stateWords(action, now)),
  };
}

/** What came of it, behind the colon that a line has already. */
const cameOf = ({ text: came, detail }: Said): string =>
  detail === undefined ? came : `${came}${detail.endsWith(".") ? "." : ","} ${detail}`;
