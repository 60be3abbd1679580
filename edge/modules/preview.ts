import { setImmediate as nextTurn } from "node:timers/promises";
import { PREVIEW_KINDS } from "#contract/traffic/preview.ts";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import type { EdgeAccount, Endpoint, Snapshot } from "../account.ts";
import type { VisitorConnection } from "../events/visitor-connection.ts";
import type { EdgeRequest } from "../request-body.ts";
import { type Draft, drafted } from "./draft.ts";
import type { Met, Verdict } from "./guard.ts";
import { IN_ORDER, judged, storedOf } from "./guards.ts";

/** What a draft would have done to a request: another verdict than what is saved, the same, or nobody can tell. */
type Effect = { verdict: "allow" | "block"; reason: string } | "none" | "unknown";

export type Preview = (draft: Draft, events: readonly TrafficEvent[]) => Promise<Effect[]>;

/**
 * Compares a draft with what is saved, by the guards themselves, over requests that passed (docs/decisions/edge/previews.md).
 */
export function createPreview(account: EdgeAccount): Preview {
  return async (draft, events) => {
    const saved = await account.now();
    const changed = drafted(saved, draft);
    const [before, after] = [accountOf(saved), accountOf(changed)];
    const effects: Effect[] = [];
    for (const [index, event] of events.entries()) {
      effects.push(await effectOf(event, before, after));
      if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
    }
    return effects;
  };
}

/** Visitors’ requests have their turn after so many. */
const AT_ONCE = 50;

type Account = { snapshot: Snapshot; endpoints: ReadonlyMap<string, Endpoint> };

function accountOf(snapshot: Snapshot): Account {
  const all = [...snapshot.hosts.values(), ...snapshot.ports.values()];
  return { snapshot, endpoints: new Map(all.map((endpoint) => [endpoint.id, endpoint])) };
}

async function effectOf(event: TrafficEvent, saved: Account, changed: Account): Promise<Effect> {
  const [before, after] = [metAgain(event, saved), metAgain(event, changed)];
  if (!before || !after) return "unknown";
  const decisions = event.gatehouse?.decisions ?? [];
  const ends = ({ verdict }: { verdict: string }): boolean => verdict === "block" || verdict === "answer";
  // Whoever decided by more than is kept would do so again.
  if (decisions.some((decision) => ends(decision) && !isKnown(decision.module))) return "none";
  const [was, is] = [await known(before), await known(after)];
  if (was.verdict === is.verdict) return "none";
  if (is.verdict === "block") return { verdict: "block", reason: is.reason };
  const met = new Set(decisions.map(({ module }) => module));
  const untold = IN_ORDER.some(({ kind }) => !isKnown(kind) && !met.has(kind) && storedOf(after.place, kind));
  return untold ? "unknown" : { verdict: "allow", reason: is.reason };
}

const isKnown = (kind: string): boolean => PREVIEW_KINDS.some((one) => one === kind);

/** What those say whose decision follows from what is kept: the first that blocks, else the last. */
async function known(met: Met): Promise<Verdict> {
  let said: Verdict = { verdict: "allow", reason: "No module blocks it" };
  for (const { kind, guard } of IN_ORDER) {
    const stored = isKnown(kind) && storedOf(met.place, kind);
    if (!stored) continue;
    said = await judged(guard, stored, met);
    if (said.verdict === "block") return said;
  }
  return said;
}

/** What guards meet, of what was kept; null where what served it is gone, or what was asked is not known. */
function metAgain(
  { object, gatehouse: own = {} }: TrafficEvent,
  { snapshot, endpoints }: Account,
): Met | null {
  const endpoint = endpoints.get(own.endpoint_id ?? "");
  if (!endpoint) return null;
  const edge = "edge" in endpoint.serves ? endpoint.serves.edge : null;
  const route = edge?.routes.find(({ id }) => id === own.route_id) ?? null;
  if (edge && (edge.id !== own.edge_id || (route?.id ?? undefined) !== own.route_id)) return null;
  const { conn } = object;
  if (conn?.client_ip === undefined) return null;
  const connection: VisitorConnection = {
    began: Date.parse(conn.start_ts ?? "") || 0,
    clientIp: conn.client_ip,
    serverIp: conn.server_ip ?? "",
    serverPort: conn.server_port ?? 0,
    name: "",
    tls: null,
    client: null,
    requests: 0,
    test: true,
  };
  const { method, user_agent: agent } = ("http" in object ? object.http?.request : undefined) ?? {};
  const isHttp = "http" in object;
  if (isHttp && method === undefined) return null;
  const headers = agent === undefined ? {} : { "user-agent": agent };
  return {
    connection,
    scheme: isHttp ? "http" : "tcp",
    request: isHttp ? ({ method, headers, rawHeaders: [] } as unknown as EdgeRequest) : null,
    target: null,
    snapshot,
    place: { endpoint, edge, route },
    variable: () => "",
    body: async () => null,
  };
}
