import type { ComponentProps } from "react";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { BlastList } from "#fleet/blast-list.tsx";
import { listed } from "#fleet/blast-radius.ts";
import { useServedInTime } from "#fleet/use-served.ts";
import { sessionName } from "#resources/session-name.ts";
import { counted } from "#ui/format.ts";
import type { Authtoken } from "./authtoken-columns.tsx";
import { useUsers } from "./use-users.ts";

type Props = ComponentProps<typeof ConfirmDialog> & { row: Authtoken };

/** Asks before an authtoken is deleted: its agents are disconnected, and what only they serve goes offline. */
export function DeleteQuestion({ row: { id, online }, children, ...question }: Props) {
  const known = useServedInTime();
  const users = useUsers(id);
  const used = users.length > 0;
  return (
    <ConfirmDialog {...question} confirmDisabledReason={used ? known.waiting : undefined}>
      {used ? (
        <>
          <p>
            {counted(users.length, "agent that uses it goes", "agents that use it go")} offline:{" "}
            {listed(users.map(sessionName))}.
          </p>
          <BlastList known={known} ids={users.map((session) => session.id)} kind="stop" />
        </>
      ) : (
        <p>{online === null ? "Agents that use it go offline." : "No online agent uses it."}</p>
      )}
      {children}
    </ConfirmDialog>
  );
}
