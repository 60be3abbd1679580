import { Link } from "react-router-dom";
import { EDGE_NAMES } from "#resources/edge-names.ts";
import { useEdgeUsers, type EdgeUser, type Used } from "#resources/edge-users.ts";
import { breakable } from "#ui/breakable.tsx";
import { CopyId } from "#ui/copy-id.tsx";

/** What uses something, and its page. */
export type User = Pick<EdgeUser, "id" | "name" | "to">;

/** Edges, routes and subscriptions, each a link. */
export function UserList({ users }: { users: readonly User[] }) {
  return (
    <ul className="m-0 grid gap-1">
      {users.map(({ id, name, to }) => (
        <li key={id} className="min-w-0 wrap-anywhere">
          {to === null ? (
            <CopyId id={id} />
          ) : (
            <Link to={to} title={id} className="link-quiet block w-fit py-0.5">
              {breakable(name)}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The edges and routes that use something by a module, and what could not be looked at. */
export function UsedBy({ of }: { of: Used }) {
  const { users, pending, unread } = useEdgeUsers(of);
  const whole = !pending && unread.length === 0;
  return (
    <div className="grid gap-1">
      {users.length > 0 ? <UserList users={users} /> : null}
      {pending ? <span className="text-content-muted">Loading…</span> : null}
      {users.length === 0 && whole ? "No edge or route" : null}
      {unread.length > 0 ? (
        <span className="text-xs text-content-muted">
          Some {unread.map((protocol) => `${EDGE_NAMES[protocol]}s`).join(", ")} could not be loaded. They may
          use it too.
        </span>
      ) : null}
    </div>
  );
}
