import { useQuery } from "@tanstack/react-query";
import { whoami } from "#resources/whoami.ts";
import { Note } from "#ui/note.tsx";

/** Whether the service's admin.key holds this key, as far as it says. */
export function useIsAdminKey(id: string): boolean {
  return useQuery(whoami).data?.admin_key_id === id;
}

/** Before a key is deleted that the service replaces at once. */
export function AdminKeyNote({ id }: { id: string }) {
  if (!useIsAdminKey(id)) return null;
  return (
    <Note>
      The service’s file <code>admin.key</code> holds this key. The service creates a new admin key at once
      and writes it there.
    </Note>
  );
}
