import { queryOptions, useQuery } from "@tanstack/react-query";
import { request } from "#api/client.ts";
import { isAbsent } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import { told, TOLD_POLL_MS } from "#api/told.ts";
import { closedBy } from "#contract/modules/closed-by.ts";
import { ASKING, UnreachableAppList, type UnreachableApp } from "#contract/traffic/unreachable-app.ts";
import { useEdgeLimits, type EdgeLimits } from "./closing.ts";
import { clockMinute } from "#ui/time.tsx";

/** Requests to what serves an address fail: why, and in numbers. */
export type Unreached = `unreached ${string}`;

/** What can't be reached, by the id of the route, else of the edge, else of the endpoint, and of the tunnel that was tried. */
export type UnreachedBy = ReadonlyMap<string, Unreached>;

const KEY = "unreachable_apps";
/** The key of what can't be reached, in the cache. */
export const UNREACHED_KEY = [KEY, "list"];
const POLL_MS = 15_000;

/** What most of the last requests could not reach. Nothing where the service does not say (decisions/edge/unreachable-apps.md). */
const unreachableApps = queryOptions({
  queryKey: UNREACHED_KEY,
  queryFn: async ({ signal }): Promise<readonly UnreachableApp[]> => {
    try {
      const answer = await request({ method: "GET", path: `/${KEY}`, answer: UnreachableAppList, signal });
      return answer.unreachable_apps;
    } catch (error) {
      if (isAbsent(error)) return [];
      throw error;
    }
  },
  refetchInterval: (query) => pollEvery(told.has(KEY) ? TOLD_POLL_MS : POLL_MS)(query),
  select: byOwner,
});

/** What can't be reached now, as far as it is known. */
export function useUnreached(): UnreachedBy | undefined {
  return useQuery(unreachableApps).data;
}

/** What is known of the edge, and of what it could not reach. */
export type KnownLimits = EdgeLimits & { unreached?: UnreachedBy | undefined };

/** {@link KnownLimits}, as they are read. */
export const useKnownLimits = (): KnownLimits => ({ ...useEdgeLimits(), unreached: useUnreached() });

function byOwner(apps: readonly UnreachableApp[]): UnreachedBy {
  const by = new Map<string, Unreached>();
  // Of several addresses of one route, what is said of the one whose requests fail most.
  for (const app of apps.toSorted((a, b) => a.failed - b.failed)) {
    const { failed, of, error_code, status, since, failed_at, reason, held, restarted } = app;
    const code = status ?? error_code;
    const at = clockMinute(Date.parse(since));
    const { facts } = causeOf(String(code));
    // The cause is known of the last one only, and nobody may have asked the app since.
    const withWhat = status ? ` with a ${status}` : "";
    const last = failed_at ? `${withWhat} at ${clockMinute(Date.parse(failed_at))}` : withWhat;
    const many = `Failures since ${at}. ${failed} of the last ${of} requests to the app failed${last && `, the last${last}`}`;
    const one = `The last request to the app ${status ? `got a ${status}` : "failed"} at ${at}`;
    const why = reason ? `${facts ? "." : ":"} ${reason}` : "";
    const blocked = held ? ". The circuit breaker has tripped and blocks requests" : "";
    const unasked = restarted ? ". No requests since the agent restarted" : "";
    const said: Unreached = `unreached ${code} ${facts ? `${facts} ${at}` : of === 1 ? one : many}${why}${blocked}${unasked}`;
    if (!app.by_tunnel) by.set(app.route_id ?? app.edge_id ?? app.endpoint_id, said);
    if (app.tunnel_id !== null) by.set(app.tunnel_id, said);
  }
  return by;
}

/** Requests that ask nobody are not counted for these. */
const LOGIN = {
  kinds: ASKING.login,
  facts: "Sign-ins have failed since",
  text: "Sign-in fails",
  mend: "Check the login provider and the login’s settings.",
};
const KEYS = {
  kinds: ASKING.keys,
  facts: "Requests with a token have failed since",
  text: "Keys unreachable",
  mend: "Check the address of the JWT keys, and that the edge can reach and trust it.",
};
/** What to do where an app is not reached. */
export const CHECK_APP = "Check the app, and where its tunnel forwards to.";
const APP = { kinds: [], facts: undefined, text: "App unreachable", mend: CHECK_APP };

const FAILS = { ...APP, text: "App fails", mend: "Check the logs of the app." };

const causeOf = (code: string) =>
  code.endsWith("3244") ? LOGIN : code.endsWith("3262") ? KEYS : code.length === 3 ? FAILS : APP;

const partsOf = (lead: Unreached) => {
  const [, code = "", ...facts] = lead.split(" ");
  return { cause: causeOf(code), facts: facts.join(" ") };
};

/** Why requests fail, with what to check. */
export function unreachedWords(lead: Unreached) {
  const { cause, facts } = partsOf(lead);
  return { tone: "bad" as const, text: cause.text, why: `${facts}. ${cause.mend}` };
}

/** Why requests to a route or an edge fail; nothing of a login or keys that are off by now. */
export function unreachedOf(
  owner: Readonly<Record<string, unknown>>,
  unreached: UnreachedBy | undefined,
): Unreached | undefined {
  const lead = unreached?.get(String(owner["id"]));
  const kinds = lead ? partsOf(lead).cause.kinds : [];
  return kinds.length === 0 || closedBy([owner], kinds).length > 0 ? lead : undefined;
}

/** Whether it is this kind of module that could not reach what it asks. */
export const failsAt = (lead: Unreached, kind: string): boolean =>
  (partsOf(lead).cause.kinds as readonly string[]).includes(kind);

/** Whether it is the app behind an agent. */
export const isApp = (lead: Unreached): boolean => partsOf(lead).cause.kinds.length === 0;
