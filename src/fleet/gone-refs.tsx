import { RefLookup } from "#components/ref-link-lookup.tsx";
import { sessionName } from "#resources/session-name.ts";
import { tunnelName } from "#resources/tunnel-names.ts";
import { useGoneTunnel } from "./gone-note.tsx";
import { useDepartures } from "./use-fleet.ts";

/** A tunnel or an endpoint of one by its name, also once it has ended. */
export function ServedRef({ id, otherwise }: { id: string; otherwise?: string | undefined }) {
  const before = useGoneTunnel(id);
  return (
    <RefLookup reference={{ id }} lastName={before && tunnelName(before.tunnel)} otherwise={otherwise} />
  );
}

/** An agent by the name of its session, also once it has left. */
export function AgentRef({ id }: { id: string }) {
  const left = useDepartures().find(({ session }) => session.id === id)?.session;
  return <RefLookup reference={{ id }} lastName={left && sessionName(left)} />;
}
