import type { ComponentProps } from "react";
import { useEdgeUsers, type Used } from "#resources/edge-users.ts";
import { plural } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { UserList, type User } from "./used-by.tsx";

/** While it is open: who stops using it elsewhere no longer holds it. */
export const EVERY_MS = 5000;

type Asking = Omit<ComponentProps<typeof ConfirmDialog>, "danger">;

/** Asks before something that modules name is deleted; what is used says where, and can't be deleted. Import lazily. */
export function ConfirmUnused({ of, ...asking }: Asking & { of: Used }) {
  const { users, pending } = useEdgeUsers(of, EVERY_MS);
  return <ConfirmFree {...asking} {...{ users, pending }} />;
}

type Props = Asking & { users: readonly User[]; pending: boolean };

/** The same of what others use, which are given. */
export function ConfirmFree({ users, pending, children, confirmDisabledReason, ...rest }: Props) {
  const held =
    users.length > 0 ? "Remove it where it is used first" : pending ? "Checking where it is used" : undefined;
  return (
    <ConfirmDialog {...rest} danger confirmDisabledReason={confirmDisabledReason ?? held}>
      {children}
      {users.length === 0 ? null : (
        <Note tone="warn">
          Used by {plural(users.length, "this", "these")}. Remove it there first.
          <UserList users={users} />
        </Note>
      )}
    </ConfirmDialog>
  );
}
