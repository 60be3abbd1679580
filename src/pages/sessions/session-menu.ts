import { queryClient } from "#api/query-client.ts";
import { noUpdate, nothingToUpdate } from "#contract/no-release.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { refusesUpdates } from "#fleet/action-text.ts";
import { offersOf, runbook } from "#fleet/commands.ts";
import { dismissDeparture } from "#fleet/last-known.ts";
import { leftByCommand } from "#fleet/how-left.ts";
import { published } from "#fleet/use-published.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import type { MenuItems } from "#ui/menu-item.ts";
import type { useToast } from "#ui/toast.tsx";
import { copyWithToast } from "#ui/use-copy-with-toast.ts";
import type { SessionRow } from "./session-rows.ts";

/** An action that is to be asked about. */
export type Asked = { kind: AgentCommand; session: TunnelSession; target: string | null };

/** What can be done with a session now. */
export function sessionMenu(
  { id, session, target, actions, online, departure }: SessionRow,
  onAsk: (asked: Asked) => void,
  toast: ReturnType<typeof useToast>,
): MenuItems {
  const copyId = {
    label: "Copy ID",
    icon: "copy",
    onSelect: () => copyWithToast(id, toast),
  } as const;
  // Nothing can be sent to one that left.
  if (!online) {
    const isKept = departure === null || departure.back !== undefined || leftByCommand(departure, actions);
    return isKept
      ? [copyId]
      : [{ label: "Dismiss", icon: "x", onSelect: () => dismissDeparture(id) }, "separator", copyId];
  }
  const all = queryClient.getQueryData(tunnelSessions.query.queryKey) ?? [];
  const releases = queryClient.getQueryData(published.queryKey);
  const versions = all.map((one) => one.agent_version);
  const untold = refusesUpdates(id, actions) ?? noUpdate(session.agent_version, versions, releases);
  const offers = offersOf({ session, target, actions, online, now: Date.now(), untold });
  const items = offers.map(({ kind, label, icon, tone, disabledReason }) => ({
    label,
    icon,
    disabledReason,
    ...(tone ? { tone } : {}),
    onSelect: () => onAsk({ kind, session, target }),
  }));
  const both = runbook(session, untold ?? nothingToUpdate(session.agent_version, releases), actions);
  const stop = items.splice(-1);
  return [...(target === null ? [...items, both] : [both, ...items]), ...stop, "separator", copyId];
}
