import type { Tunnel } from "#contract/tunnel.ts";
import type { Serving } from "#resources/edge-way.ts";
import { groupBy } from "#resources/group-by.ts";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { addressChanges } from "#fleet/address-changes.ts";
import { labelledInstead, OPENING_MS } from "#fleet/served-again.ts";
import { counted, plural } from "#ui/format.ts";
import {
  agentsBySession,
  areOffline,
  darkUrls,
  type Agents,
  type Attention,
  type Urls,
} from "./agent-attention.ts";
import { listed } from "./folded.ts";

type Of = Agents & {
  endpoints?: Urls;
  tunnels?: readonly Tunnel[] | undefined;
  serving: Pick<Serving, "live">;
  now: number;
};

/**
 * Agents that came back during this visit without URLs that they served, which nobody serves now: not where they serve a backend in
 * place of that, as they were started to.
 */
export function moved(of: Of): Attention[] {
  const { sessions, actions, left, endpoints, tunnels = [], now } = of;
  const { live } = of.serving;
  if (!live) return [];
  const heldBy = agentsBySession(of);
  const byAgent = groupBy(left, ({ session }) => heldBy.get(session.id));
  return sessions.flatMap((session): Attention[] => {
    const before = byAgent.get(session);
    if (!before || now - Date.parse(session.started_at) < OPENING_MS) return [];
    const own = [...live.values()].flat().filter(({ tunnel_session: by }) => by?.id === session.id);
    const changes = before.flatMap((departure) => {
      const { served = [] } = departure;
      const dark = darkUrls(departure, actions, endpoints);
      return addressChanges(dark, served, session.id, { tunnels, endpoints: [] })
        .filter(({ from }) => {
          const old = served.find(({ public_url: url }) => url === from);
          return !old || !labelledInstead(old, served, own);
        })
        .map((one) => ({ ...one, id: departure.session.id }));
    });
    if (changes.length === 0) return [];
    // Once for each address, however often its agent came back since.
    const all = [...new Map(changes.map((one) => [one.from, one])).values()];
    const others = all.filter(({ to }) => to !== null);
    const dark = all.filter(({ to }) => to === null).map(({ from }) => from);
    const places = new Set(others.map(({ to }) => to)).size;
    const pairs = listed(others.map(({ from, to }) => `${from} → ${to}`));
    const changed = `${counted(others.length, "address", "addresses")} changed: ${pairs}.`;
    const how =
      dark.length > 0
        ? `without ${counted(all.length, "of its URLs", "of its URLs")}`
        : plural(places, "at another address", "at other addresses");
    return [
      {
        key: `moved ${session.id}`,
        tone: "warn",
        left: [...new Set(changes.map(({ id }) => id))],
        what: `${sessionName(session)} is online again ${how}`,
        why: `${others.length > 0 ? changed : ""} ${dark.length > 0 ? areOffline(dark) : ""}`.trim(),
        fix: { label: "Show session", to: href.session(session.id) },
      },
    ];
  });
}
