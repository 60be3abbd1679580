import { useEdgeUsers } from "#resources/edge-users.ts";
import { Note } from "#ui/note.tsx";

/** Why the rules of a policy met no request: only those to what uses it are looked at. Import lazily. */
export function NoPolicyRequests({
  policyId,
  name = "this policy",
}: {
  policyId: string;
  name?: string | undefined;
}) {
  const { users, pending, unread } = useEdgeUsers({ kind: "ip_restriction", id: policyId });
  if (users.length === 0 && !pending && unread.length === 0)
    return <Note>No edge or route uses {name} yet.</Note>;
  return <Note>Nothing to try this on: no request met {name} in the last hour.</Note>;
}
