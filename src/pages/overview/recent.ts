import type { Event } from "#contract/event.ts";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import type { FleetAction } from "#fleet/action.ts";
import { commandTitle, stateWords } from "#fleet/action-text.ts";

/** One line of what happened: "ops laptop created key CI deploys". `who` is null for what this tab did. */
export type Happening = {
  key: string;
  at: string;
  who: string | null;
  did: string;
  object: string;
  to: string | null;
  /** What came of it, or more about it. */
  detail: string;
};

const NOUNS: Record<string, { noun: string; to: (id: string) => string | null }> = {
  api_key: { noun: "key", to: href.key },
  certificate_authority: { noun: "certificate authority", to: () => href.certificateAuthorities() },
  ip_policy: { noun: "IP policy", to: href.ipPolicy },
  ip_policy_rule: { noun: "IP rule", to: (id) => href.ipRule(id) },
  tunnel_credential: { noun: "authtoken", to: () => href.authtokens() },
};

/** Events of the service and this tab's commands, newest first. */
export function happeningsOf(
  events: readonly Event[],
  actions: readonly FleetAction[],
  now: number,
): Happening[] {
  const deleted = new Set(
    events.filter(({ event_type }) => event_type.includes("_deleted.")).map(({ object }) => object["id"]),
  );
  const happened = events.map((event) => {
    const happening = ofEvent(event);
    return deleted.has(event.object["id"]) ? { ...happening, to: null } : happening;
  });
  return [...happened, ...actions.map((action) => ofAction(action, now))].toSorted(
    (a, b) => Date.parse(b.at) - Date.parse(a.at) || 0,
  );
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function ofEvent({ event_id, event_type, event_timestamp, principal, object }: Event): Happening {
  const [, kind = event_type, verb = ""] = /^(.+)_(created|updated|deleted)\.v\d+$/.exec(event_type) ?? [];
  const known = Object.hasOwn(NOUNS, kind) ? NOUNS[kind] : undefined;
  const id = text(object["id"]);
  const name = text(object["cidr"]) || text(object["description"]) || id;
  return {
    key: event_id,
    at: event_timestamp,
    who: text(principal?.subject) || principal?.credential?.id || principal?.id || "somebody",
    did: `${verb || "did"} ${known?.noun ?? kind}`,
    object: name,
    to: id === "" ? null : (known?.to(id) ?? null),
    detail: text(object["action"]),
  };
}

const DONE = { restart: "restarted", stop: "stopped", update: "updated" } as const;

function ofAction(action: FleetAction, now: number): Happening {
  const verified = action.state.phase === "verified";
  return {
    key: action.id,
    at: new Date(action.sentAt).toISOString(),
    who: null,
    did: verified ? DONE[action.kind] : `sent ${commandTitle(action.kind).toLowerCase()} to`,
    object: sessionName(action.session),
    to: href.session(action.sessionId),
    detail: stateWords(action, now).text,
  };
}
