import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { getConnection } from "#api/connection.ts";
import { reading } from "#api/told.ts";
import { groupBy } from "#resources/group-by.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { dismissed } from "./last-known.ts";
import { endedAnew, endedSessions } from "./ended-sessions.ts";
import { KEPT, mergeDepartures } from "./merge-departures.ts";
import { identityOf } from "./start-action.ts";
import { departures, type Departure } from "./departures.ts";
import { shareDepartures } from "./share-departures.ts";
import { shareLedger } from "./share-ledger.ts";
import { ledger } from "./use-fleet.ts";

type Arrival = { session: TunnelSession; at: number };

export { endedSession } from "./ended-sessions.ts";

/** What is known of comings and goings. */
export type Traffic = { left: readonly Departure[]; arrived: readonly Arrival[] };

/** So many tunnels of each departure are kept. */
const SERVED_MAX = 20;
/** An agent whose host lost its connection may be back before its old session has left the list. */
const EARLY_MS = 2 * 60_000;
/** A longer list is not compared, which would take a browser too long: who left the service tells. */
const WATCHED_MAX = 20_000;
/** Between two questions to the service about who left. */
const REST_MS = 2_000;

/**
 * The comings and goings after one more complete reading of the list. A new session of the same agent (authtoken, IP, OS,
 * metadata) takes one that left back: by name when there is one of each, else only by number. One of another authtoken does where
 * it has metadata, and there is one of each.
 */
export function trafficAfter(
  { left, arrived }: Traffic,
  reading: {
    before: readonly TunnelSession[];
    after: readonly TunnelSession[];
    /** When `before` was read, and `after`; ms. */
    seenAt: number;
    at: number;
  },
): Traffic {
  const { before, after, seenAt, at } = reading;
  const online = new Set(after.map(({ id }) => id));
  const known = new Set([
    ...before.map(({ id }) => id),
    ...left.flatMap(({ session, back }) => [session.id, back]),
  ]);
  const away = [
    ...left.filter(({ session }) => !online.has(session.id)),
    ...before
      .filter(({ id }) => !online.has(id))
      .map((session): Departure => ({ session, seenAt, leftAt: at })),
  ];
  const come = [
    ...arrived.filter(({ session, at: then }) => online.has(session.id) && at - then < EARLY_MS),
    ...after.filter(({ id }) => !known.has(id)).map((session) => ({ session, at })),
  ];
  const missing = groupBy(
    away.filter(({ back }) => back === undefined),
    ({ session }) => identityOf(session),
  );
  const backs = new Map<Departure, string | null>();
  const used = new Set<Arrival>();
  for (const [identity, newcomers] of groupBy(come, ({ session }) => identityOf(session))) {
    const gone = missing.get(identity) ?? [];
    const sure = gone.length === 1 && newcomers.length === 1;
    for (const [index, newcomer] of newcomers.slice(0, gone.length).entries()) {
      used.add(newcomer);
      const one = gone[index];
      if (one) backs.set(one, sure ? newcomer.session.id : null);
    }
  }
  const unfound = groupBy(
    away.filter((one) => one.back === undefined && !backs.has(one)),
    ({ session }) => sightOf(session),
  );
  for (const [sight, newcomers] of groupBy(
    come.filter((one) => !used.has(one)),
    ({ session }) => sightOf(session),
  )) {
    const [newcomer, one] = [newcomers[0], unfound.get(sight)?.[0]];
    const alone = newcomers.length + (unfound.get(sight)?.length ?? 0) === 2;
    if (sight === "" || !newcomer || !one || !alone || newcomer.at < one.leftAt) continue;
    used.add(newcomer);
    backs.set(one, newcomer.session.id);
  }
  const settled = away.map((one) => {
    const back = backs.get(one);
    return back === undefined ? one : { ...one, back };
  });
  return { left: settled.slice(-KEPT), arrived: come.filter((one) => !used.has(one)) };
}

/** What tells an agent from others whatever its authtoken; "" where it has no metadata. */
const sightOf = ({ ip, os, metadata }: TunnelSession) => (metadata ? JSON.stringify([ip, os, metadata]) : "");

/** Watches from now on, and reads who left before. */
export function learnEnded(client: QueryClient): Promise<readonly Departure[]> {
  watchDepartures(client);
  return client.fetchQuery(endedSessions);
}

const watched = new WeakSet<QueryClient>();
/** One channel a page: a second would hear the first. */
let stopSharing = () => {};

/** A reading of the list of sessions, and when it was; ms. */
type Reading = { list: readonly TunnelSession[] | undefined; at: number };

/** Learns who left before, and notes what leaves the list of sessions, whichever page reads it. Shares with other tabs why. */
export function watchDepartures(client: QueryClient): void {
  if (watched.has(client)) return;
  watched.add(client);
  const { queryKey } = tunnelSessions.query;
  const read = (): Reading => ({
    list: client.getQueryData(queryKey),
    at: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0,
  });
  const share = () => {
    stopSharing();
    const stopLedger = shareLedger(ledger, () => {
      const left = departures.getSnapshot().map(({ session }) => session);
      return [...(read().list ?? []), ...left].map(({ id }) => id);
    });
    const stopDepartures = shareDepartures(departures, {
      online: () => read().list?.map(({ id }) => id),
      askedFor: () =>
        client
          .getQueryCache()
          .findAll({ queryKey: tunnelSessions.detailKey("").slice(0, -1) })
          .map((one) => String(one.queryKey.at(-1))),
      // What others told those agents is asked for again, now that they are known.
      onNews: share,
    });
    stopSharing = () => {
      stopLedger();
      stopDepartures();
    };
  };
  share();
  let before = read();
  let isCleared = false;
  let arrived: readonly Arrival[] = [];
  // The tunnels of a session may be gone from their list before it is: those last read are kept.
  const serving = new Map<string, Tunnel[]>();
  let seen: readonly Tunnel[] = [];
  const remember = () => {
    const all = client.getQueryData(tunnels.query.queryKey) ?? [];
    if (all === seen) return;
    seen = all;
    for (const [id, own] of groupBy(all, ({ tunnel_session: session }) => session?.id ?? ""))
      serving.set(id, own.slice(0, SERVED_MAX));
  };
  remember();
  // Who left before this visit, and how those left that it saw leave. What fails is asked for again with the next one.
  const learn = async () => {
    const account = getConnection();
    const ended = await endedAnew(client, departures.getSnapshot()).catch(() => []);
    if (account !== getConnection()) return;
    const own = departures.getSnapshot();
    const said = new Set(ended.map(({ session }) => session.id));
    const here = (read().list ?? []).filter(({ id }) => said.has(id)).map(({ id }) => id);
    const known = [...own.map(({ session }) => session.id), ...here, ...dismissed.getSnapshot()];
    departures.set(mergeDepartures(own, ended, new Set(known)));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = 0;
  /** At once, and while agents go on leaving as in a rollout, after a rest. */
  const learnSoon = () => {
    timer ??= setTimeout(
      () => {
        [timer, askedAt] = [undefined, Date.now()];
        void learn();
      },
      askedAt + REST_MS - Date.now(),
    );
  };
  learnSoon();
  const note = (list: readonly TunnelSession[], after: readonly TunnelSession[], at: number) => {
    const left = departures.getSnapshot();
    // The stream said nothing until it said that the list changed: till then all of it was online.
    const followed = reading.changedAt?.get(tunnelSessions.key) ?? 0;
    const seenAt = Math.min(at, Math.max(before.at, followed));
    const next = trafficAfter({ left, arrived }, { before: list, after, seenAt, at });
    arrived = next.arrived;
    const known = next.left.map((one) => {
      const served = one.served ?? serving.get(one.session.id);
      return served === one.served || served === undefined ? one : { ...one, served };
    });
    const same = known.length === left.length && known.every((one, i) => one === left[i]);
    if (!same) departures.set(known);
    const had = new Set(left.map(({ session }) => session.id));
    if (known.some(({ session, back }) => back === undefined && !had.has(session.id))) learnSoon();
    const online = new Set(after.map(({ id }) => id));
    for (const id of serving.keys()) if (!online.has(id)) serving.delete(id);
    // A new session serves nothing as far as an older list of tunnels says.
    const listed = new Set(list.map(({ id }) => id));
    if (after.some(({ id }) => !listed.has(id)))
      void client.invalidateQueries({ queryKey: tunnels.query.queryKey, exact: true });
  };
  const compare = () => {
    const after = read();
    if ((after.list?.length ?? 0) > WATCHED_MAX) {
      if (after.list !== before.list) learnSoon();
    } else if (before.list && after.list) {
      if (after.list !== before.list) note(before.list, after.list, after.at);
    } else if (after.list && !before.list) {
      // A page that was reloaded: what came back meanwhile takes the place of what had left.
      const away = departures.getSnapshot().filter(({ back }) => back === undefined);
      const since = Math.min(...away.map(({ seenAt }) => seenAt)) - EARLY_MS;
      note(
        after.list.filter(({ started_at: at }) => Date.parse(at) < since),
        after.list,
        after.at,
      );
      // What other tabs said before could not be told from another account's.
      share();
      // Of who left since that was asked, no list tells either.
      if (isCleared || Date.now() - askedAt > REST_MS) learnSoon();
      isCleared = false;
    }
    before = after;
  };
  client.getQueryCache().subscribe(({ query, type }) => {
    if (type === "updated" && query.queryHash === JSON.stringify(tunnels.query.queryKey)) remember();
    if (query.queryHash !== JSON.stringify(queryKey)) return;
    if (type === "removed") {
      before = { list: undefined, at: 0 };
      isCleared = true;
    }
    if (type === "updated") compare();
  });
}

/** Whether agents left that are to be told of, where none is online; undefined until that is known. */
export function useAnyEnded(): boolean | undefined {
  const client = useQueryClient();
  useEffect(() => watchDepartures(client), [client]);
  const { data = [], isPending } = useQuery(endedSessions);
  const gone = dismissed.useValue();
  return isPending ? undefined : data.some(({ session }) => !gone.includes(session.id));
}
