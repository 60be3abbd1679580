import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { Serving } from "#resources/edge-way.ts";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { tunnelName } from "#resources/tunnel-names.ts";
import { unreachedWords } from "#resources/unreachable.ts";
import { counted } from "#ui/format.ts";
import type { Attention } from "./agent-attention.ts";
import { folded, named } from "./folded.ts";

/** Tunnels whose apps fail while others of their backends are asked in their place. */
export function tunnelAttention(
  sessions: readonly TunnelSession[],
  { live, unreached = new Map() }: Serving,
): Attention[] {
  const tunnels = new Map([...(live?.values() ?? [])].flat().map((tunnel) => [tunnel.id, tunnel]));
  // What is said of an address has its line.
  const told = new Set([...unreached].flatMap(([id, lead]) => (tunnels.has(id) ? [] : lead)));
  const lines = [...tunnels.values()].flatMap((tunnel): Attention[] => {
    const { id, tunnel_session: ref, forwards_to: app } = tunnel;
    const lead = unreached.get(id);
    if (!lead || told.has(lead)) return [];
    const { tone, text, why } = unreachedWords(lead);
    const session = sessions.find((one) => one.id === ref?.id);
    const what = `${session ? sessionName(session) : tunnelName(tunnel)}: ${text}`;
    const fix = { label: "Show tunnel", to: href.tunnel(id) };
    return [{ key: `tunnel ${id}`, tone, what, why: app ? `Forwards to ${app}. ${why}` : why, fix }];
  });
  return folded(lines, (more) => ({
    key: "tunnels",
    tone: "bad",
    what: `Apps fail on ${counted(more.length, "more tunnel")}`,
    why: named(more),
    fix: { label: "Show tunnels", to: href.tunnels() },
  }));
}
