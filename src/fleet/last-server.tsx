import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { RefLink } from "#components/ref-link.tsx";
import { backends } from "#resources/backends.ts";
import { sessionName } from "#resources/session-name.ts";
import { startWords } from "#resources/start-words.ts";
import { backendsOf } from "#resources/tunnel-names.ts";
import { clockMinute } from "#ui/time.tsx";
import type { FleetAction } from "./action.ts";
import type { Departure } from "./departures.ts";
import { leftAtOf } from "./how-left.ts";
import { useActions, useDepartures } from "./use-fleet.ts";
import { watchDepartures } from "./watch-departures.ts";

/** Whether an agent that left served a backend. */
export const hadServed = ({ served = [] }: Departure, backendId: string): boolean =>
  served.some((tunnel) => backendsOf(tunnel).some(({ id }) => id === backendId));

/** The last agent that served one of these backends, of those that are not back. */
const lastServer = (ids: readonly string[], left: readonly Departure[]): Departure | undefined =>
  left.findLast((one) => one.back === undefined && ids.some((id) => hadServed(one, id)));

const untilWords = (last: Departure, actions: readonly FleetAction[], what = "it") =>
  `served ${what} until ${clockMinute(leftAtOf(last, actions))}.`;

/** "web-1 served it until 6:34 PM.", of backends that nobody serves now; empty where that is not known. */
export function servedWords(
  ids: readonly string[],
  left: readonly Departure[],
  actions: readonly FleetAction[],
): string {
  const last = lastServer(ids, left);
  const what = ids.length > 1 ? "one of them" : "it";
  return last ? `${sessionName(last.session)} ${untilWords(last, actions, what)}` : "";
}

/** Which agent served a backend last, and until when, as far as that is known. */
export function LastServer({ backendId }: { backendId: string }) {
  const client = useQueryClient();
  useEffect(() => watchDepartures(client), [client]);
  const actions = useActions();
  const last = lastServer([backendId], useDepartures());
  if (!last) return null;
  const { session } = last;
  return (
    <>
      {" "}
      <RefLink reference={{ id: session.id }} name={sessionName(session)} known inText />{" "}
      {untilWords(last, actions)}
    </>
  );
}

/** What to start so that a backend serves again: its labels, if they can be read, else `otherwise`; and who served it last. */
export function HowToServe(props: { backendId: string; fails?: string; otherwise: string }) {
  const { backendId, fails = "", otherwise } = props;
  const { data } = useQuery({ ...backends.detail(backendId), staleTime: 30_000, retry: false });
  const start = startWords(data ? [data] : []);
  return (
    <>
      {start === null ? otherwise : fails + start}
      <LastServer backendId={backendId} />
    </>
  );
}
