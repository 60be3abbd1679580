import { useQuery } from "@tanstack/react-query";
import { isAbsent } from "#api/errors.ts";
import { RefLookup } from "#components/ref-link-lookup.tsx";
import { sessionName } from "#resources/session-name.ts";
import { tunnelName } from "#resources/tunnel-names.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { useGoneTunnel } from "./gone-note.tsx";
import { useLeftSession } from "./use-left-session.ts";

/** A tunnel or an endpoint of one by its name, also once it has ended. */
export function ServedRef({ id, otherwise }: { id: string; otherwise?: string | undefined }) {
  const before = useGoneTunnel(id);
  return (
    <RefLookup reference={{ id }} lastName={before && tunnelName(before.tunnel)} otherwise={otherwise} />
  );
}

const FRESH_MS = 30_000;

/** An agent by the name of its session, also once it has left: as this visit knows it, else the service. */
export function AgentRef({ id }: { id: string }) {
  const { error } = useQuery({ ...tunnelSessions.detail(id), staleTime: FRESH_MS, retry: false });
  const isGone = isAbsent(error);
  const left = useLeftSession(id, isGone);
  const otherwise = isGone && left === null ? "An agent no longer online" : undefined;
  return (
    <RefLookup reference={{ id }} lastName={left ? sessionName(left) : undefined} otherwise={otherwise} />
  );
}
