import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { dismissed } from "./last-known.ts";
import { endedSessions } from "./ended-sessions.ts";
import { watchDepartures } from "./watch-departures.ts";

/** Whether agents left that are to be told of, where none is online; undefined until that is known. */
export function useAnyEnded(): boolean | undefined {
  const client = useQueryClient();
  useEffect(() => watchDepartures(client), [client]);
  const { data = [], isPending } = useQuery(endedSessions);
  const gone = dismissed.useValue();
  return isPending ? undefined : data.some(({ session }) => !gone.includes(session.id));
}
