import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { pollEvery } from "#api/query-client.ts";
import { fetchTraffic, newestTraffic, type TrafficPage } from "#resources/traffic.ts";
import { trafficRow } from "#traffic/traffic-row.ts";
import { followTraffic, type StreamState } from "./follow-traffic.ts";
import { arrive, extended, NOTHING, refreshed, shown, type Live } from "./live-rows.ts";

/** Where there is no stream. */
const poll = pollEvery(5000);

const rowsOf = ({ filter, events, next }: TrafficPage) => ({ filter, rows: events.map(trafficRow), next });

/** A hidden page does not follow: what came meanwhile is read when it is seen again. */
function useVisible(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener("visibilitychange", listener);
      return () => document.removeEventListener("visibilitychange", listener);
    },
    () => !document.hidden,
  );
}

/**
 * The requests that pass a filter, as they come. While `held` new ones wait. Of one that the service does not
 * answer there are none: those of the filter before are not what is asked for; `query` has the reason.
 */
export function useLiveTraffic(filter: string, held: boolean) {
  const [live, setLive] = useState<Live>(NOTHING);
  const [stream, setStream] = useState<StreamState>("lost");
  const [heardAt, setHeardAt] = useState(0);
  const query = useQuery({ ...newestTraffic(filter), refetchInterval: stream === "absent" ? poll : false });
  const now = useRef<{ held: boolean; refetch: typeof query.refetch; filter: string | null }>({
    held,
    refetch: query.refetch,
    filter,
  });
  useEffect(() => {
    now.current = { held, refetch: query.refetch, filter };
    return () => {
      now.current.filter = null;
    };
  }, [held, query.refetch, filter]);
  if (!held && live.waiting.length > 0) setLive(shown(live));
  const { data } = query;
  useEffect(() => {
    if (!data) return;
    setLive((before) => refreshed(before, rowsOf(data), now.current.held));
  }, [data]);
  const visible = useVisible();
  const isUnanswered = query.error !== null && live.filter !== filter;
  const followed = isUnanswered ? null : live.filter;
  useEffect(() => {
    if (followed === null || !visible) return undefined;
    const end = new AbortController();
    let isOpen = false;
    const onState = (state: StreamState) => {
      setStream(state);
      if (isOpen) setHeardAt(Date.now());
      isOpen = state === "open";
      // What came between the reading of the list and now; of a stream that is lost, why.
      if (state !== "absent") void now.current.refetch();
    };
    const onRows: Parameters<typeof followTraffic>[1]["onRows"] = (rows, missed) =>
      setLive((before) => {
        const next = before.filter === followed ? arrive(before, rows, now.current.held) : before;
        return missed > 0 ? { ...next, missed: next.missed + missed } : next;
      });
    void followTraffic(followed, { onState, onRows }, end.signal);
    return () => end.abort();
  }, [followed, visible]);
  /**
   * Reads on until something is found, or all was searched: one read looks for a second at most (decisions/api/traffic-filters.md).
   * `isEnd` = nothing that is older than this event is asked for.
   */
  const loadOlder = useCallback(
    async (isEnd: (id: string) => boolean) => {
      let before = live.next;
      for (let found = false; !found && before !== null && now.current.filter === live.filter;) {
        const page = await fetchTraffic({ filter: live.filter ?? "", before });
        setLive((is) => (is.filter === page.filter ? extended(is, rowsOf(page)) : is));
        found = page.events.length > 0;
        before = page.next !== null && isEnd(page.next) ? null : page.next;
      }
    },
    [live.next, live.filter],
  );
  /** Begins anew with the newest. */
  const reload = useCallback(async () => {
    const { data: newest } = await now.current.refetch();
    if (newest) setLive({ ...NOTHING, ...rowsOf(newest) });
  }, []);
  const seen = heardAt > query.dataUpdatedAt ? { ...query, dataUpdatedAt: heardAt } : query;
  return {
    live: isUnanswered ? NOTHING : live,
    query: seen,
    stream: isUnanswered ? "lost" : stream,
    loadOlder,
    reload,
    show: useCallback(() => setLive(shown), []),
  };
}
