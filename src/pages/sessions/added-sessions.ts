import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";

const NONE: ReadonlySet<string> = new Set();

/** Sessions that were not there when this was first shown; with `all` each is one. Several at once are no first agent. */
export function useAdded(all = false): { added: readonly TunnelSession[] | null; several: boolean } {
  const { data: sessions } = useQuery(tunnelSessions.query);
  const [known, setKnown] = useState(all ? NONE : null);
  // By a link it is shown before the list is there.
  if (known === null && sessions) setKnown(new Set(sessions.map(({ id }) => id)));
  const added = sessions?.filter(({ id }) => known?.has(id) === false) ?? [];
  return { added: added.length > 0 ? added : null, several: added.length > 1 };
}
