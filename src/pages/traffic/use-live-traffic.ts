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
 * The requests that pass a filter, as they come. While `held` new ones wait. A filter that the service refuses leaves the
 * list of the one before; `query` has the reason.
 */
export function useLiveTraffic(filter: string, held: boolean) {
  const [live, setLive] = useState<Live>(NOTHING);
  const [stream, setStream] = useState<StreamState>("lost");
  const query = useQuery({ ...newestTraffic(filter), refetchInterval: stream === "absent" ? poll : false });
  const now = useRef({ held, refetch: query.refetch });
  useEffect(() => {
    now.current = { held, refetch: query.refetch };
  }, [held, query.refetch]);
  if (!held && live.waiting.length > 0) setLive(shown(live));
  const { data } = query;
  useEffect(() => {
    if (!data) return;
    setLive((before) => refreshed(before, rowsOf(data), now.current.held));
  }, [data]);
  const visible = useVisible();
  const followed = live.filter;
  useEffect(() => {
    if (followed === null || !visible) return undefined;
    const end = new AbortController();
    const onState = (state: StreamState) => {
      setStream(state);
      // What came between the reading of the list and now.
      if (state === "open") void now.current.refetch();
    };
    const onRows: Parameters<typeof followTraffic>[1]["onRows"] = (rows, missed) =>
      setLive((before) => {
        const next = before.filter === followed ? arrive(before, rows, now.current.held) : before;
        return missed > 0 ? { ...next, missed: next.missed + missed } : next;
      });
    void followTraffic(followed, { onState, onRows }, end.signal);
    return () => end.abort();
  }, [followed, visible]);
  const loadOlder = useCallback(async () => {
    const page = await fetchTraffic({ filter: live.filter ?? "", before: live.next ?? undefined });
    setLive((now) => (now.filter === page.filter ? extended(now, rowsOf(page)) : now));
  }, [live.next, live.filter]);
  /** Begins anew with the newest. */
  const reload = useCallback(async () => {
    const { data: newest } = await now.current.refetch();
    if (newest) setLive({ ...NOTHING, ...rowsOf(newest) });
  }, []);
  return { live, query, stream, loadOlder, reload, show: useCallback(() => setLive(shown), []) };
}
