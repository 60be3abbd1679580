import type { ComponentProps } from "react";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { BlastList } from "#fleet/blast-list.tsx";
import { useServedInTime } from "#fleet/use-served.ts";
import { sessionName } from "#resources/session-name.ts";
import { counted } from "#ui/format.ts";
import type { Authtoken } from "./authtoken-columns.tsx";
import { useUsers } from "#fleet/use-users.ts";

type Props = ComponentProps<typeof ConfirmDialog> & { row: Authtoken };

const NAMED = 3;

/** Asks before an authtoken is deleted: its agents are disconnected, and what only they serve goes offline. */
export function DeleteQuestion({ row: { id, online }, children, ...question }: Props) {
  const known = useServedInTime();
  const users = useUsers(id);
  const used = users.length > 0;
  return (
    <ConfirmDialog {...question} confirmDisabledReason={used ? known.waiting : undefined}>
      {used ? (
        <>
          <div>
            <p className="font-strong">
              {counted(users.length, "agent that uses it goes", "agents that use it go")} offline
            </p>
            <ul className="text-content-muted">
              {users.slice(0, NAMED).map((session) => (
                <li key={session.id} className="wrap-anywhere">
                  {sessionName(session)}
                </li>
              ))}
              {users.length > NAMED ? <li>and {users.length - NAMED} more</li> : null}
            </ul>
          </div>
          <BlastList known={known} ids={users.map((session) => session.id)} kind="stop" />
        </>
      ) : (
        <p>{online === null ? "Agents that use it go offline." : "No online agent uses it."}</p>
      )}
      {children}
    </ConfirmDialog>
  );
}
