import type { ComponentProps } from "react";
import { useEdgeUsers, type Used } from "#resources/edge-users.ts";
import { Note } from "#ui/note.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { EdgeUserList } from "./used-by.tsx";

/** While it is open: who stops using it elsewhere no longer holds it. */
const EVERY_MS = 5000;

type Props = Omit<ComponentProps<typeof ConfirmDialog>, "danger"> & { of: Used };

/** Asks before something that modules name is deleted; what is used says where, and can't be deleted. Import lazily. */
export function ConfirmUnused({ of, children, confirmDisabledReason, ...rest }: Props) {
  const { users, pending } = useEdgeUsers(of, EVERY_MS);
  const held =
    users.length > 0 ? "Remove it where it is used first" : pending ? "Checking where it is used" : undefined;
  return (
    <ConfirmDialog {...rest} danger confirmDisabledReason={confirmDisabledReason ?? held}>
      {children}
      {users.length === 0 ? null : (
        <Note tone="warn">
          Used by these. Remove it there first.
          <EdgeUserList users={users} />
        </Note>
      )}
    </ConfirmDialog>
  );
}
