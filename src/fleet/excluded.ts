import { useQuery } from "@tanstack/react-query";
import { type Asked, mayBind } from "#contract/may-bind.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { credentials } from "#resources/credentials.ts";
import { groupBy } from "#resources/group-by.ts";
import { sessionName } from "#resources/session-name.ts";
import { labelText } from "#resources/tunnel-names.ts";
import { tunnels } from "#resources/tunnels.ts";
import { inWords } from "#ui/format.ts";

/** An agent that the service would refuse when it reconnects, and what of it the rules of its authtoken don’t allow. */
export type Excluded = { agent: string; what: string };

/** Those of the sessions that serve what their rules don’t allow; `rulesOf` = the ACL of an authtoken, undefined where it is unknown. */
export function excludedOf(
  sessions: readonly TunnelSession[],
  served: readonly Tunnel[],
  rulesOf: (authtoken: string) => readonly string[] | undefined,
): Excluded[] {
  const bySession = groupBy(served, ({ tunnel_session: at }) => at?.id ?? "");
  return sessions.flatMap((session) => {
    const rules = session.credential ? rulesOf(session.credential.id) : undefined;
    const own = rules ? (bySession.get(session.id) ?? []).flatMap(requestOf) : [];
    const what = own.find(({ asked, name }) => rules && !mayBind(rules, asked, name));
    return what ? [{ agent: sessionName(session), what: what.name }] : [];
  });
}

/** What a tunnel would ask for again: the address that it has, or its labels. */
function requestOf({ labels, public_url: url }: Tunnel): { asked: Asked; name: string }[] {
  if (labels) return [{ asked: { labels }, name: labelText(labels) }];
  const hostname = url ? /^\w+:\/\/([^/]+)/.exec(url)?.[1] : undefined;
  if (hostname === undefined) return [];
  const name = url?.startsWith("tcp:") ? hostname : hostname.replace(/:\d+$/, "");
  // It may have asked for the first label alone, and a rule may allow that.
  return [{ asked: { hostname: name.split(".")[0] }, name }];
}

/** Those of the sessions whose authtokens won’t let them in again. */
export function useExcluded(sessions: readonly TunnelSession[]): Excluded[] {
  const { data: served = [] } = useQuery(tunnels.query);
  const { data: known = [] } = useQuery(credentials.query);
  const rules = new Map(known.map(({ id, acl }) => [id, acl ?? undefined]));
  return excludedOf(sessions, served, (id) => rules.get(id));
}

const NAMED_MAX = 5;

/** "ams-scan-01 (app.example.com), fra-gw-03 (app=web) and 2 more". */
export function excludedText(excluded: readonly Excluded[]): string {
  return inWords(
    excluded.map(({ agent, what }) => `${agent} (${what})`),
    NAMED_MAX,
  );
}
