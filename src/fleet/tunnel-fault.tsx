import { unreachedWords, useUnreached } from "#resources/unreachable.ts";
import { Status } from "#ui/status.tsx";

/** That requests through a tunnel fail at its app, which other tunnels may hide. */
export function TunnelFault({ id }: { id: string }) {
  const lead = useUnreached()?.get(id);
  if (!lead) return null;
  const { tone, text } = unreachedWords(lead);
  return <Status tone={tone}>{text}</Status>;
}
