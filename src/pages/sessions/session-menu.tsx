import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { offersOf } from "#fleet/commands.ts";
import { RowMenu } from "#table/row-menu.tsx";
import { useNow } from "#ui/time.tsx";
import { useCopyWithToast } from "#ui/use-copy-with-toast.ts";
import type { SessionRow } from "./session-rows.ts";

type MenuOf = {
  row: SessionRow;
  onAsk: (asked: { kind: AgentCommand; session: TunnelSession; target: string | null }) => void;
};

/** What can be done with a session. */
export function SessionMenu({ row, onAsk }: MenuOf) {
  const now = useNow(1000);
  const copyId = useCopyWithToast();
  const { session, target, actions, online } = row;
  const offers = offersOf({ session, target, actions, online, now });
  return (
    <RowMenu
      name={row.name}
      items={[
        ...offers.map(({ kind, label, icon, tone, disabledReason }) => ({
          label,
          icon,
          disabledReason,
          ...(tone ? { tone } : {}),
          onSelect: () => onAsk({ kind, session, target }),
        })),
        "separator",
        { label: "Copy ID", icon: "copy", onSelect: () => copyId(row.id) },
      ]}
    />
  );
}
