import { useWrites } from "#resources/writes.ts";
import { apiKeys, isKeyInUse } from "#resources/api-keys.ts";
import { ownKey } from "#resources/own-key.ts";
import type { ApiKey } from "#contract/api-key.ts";
import { CopyId } from "#ui/copy-id.tsx";
import { Note } from "#ui/note.tsx";
import { Properties } from "#ui/properties.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { useToast } from "#ui/toast.tsx";
import { AdminKeyNote, useIsAdminKey } from "./admin-key-note.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useLastUseRow } from "./last-use.tsx";

type Props = {
  apiKey: Pick<ApiKey, "id" | "description" | "created_at">;
  onClose: () => void;
  onDeleted?: () => void;
};

/** Asks before a key is deleted, and says what stops working. Import lazily. */
export function DeleteKeyDialog({ apiKey, onClose, onDeleted }: Props) {
  const { remove } = useWrites(apiKeys);
  const toast = useToast();
  const { description: name, created_at } = apiKey;
  const inUse = isKeyInUse(apiKey.id);
  const isReplaced = useIsAdminKey(apiKey.id);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={
        name ? (
          `Delete key “${name}”?`
        ) : (
          <>
            Delete the key with no name, created <RelativeTime at={created_at} />?
          </>
        )
      }
      confirmLabel="Delete key"
      tried="delete this key"
      danger
      onConfirm={async () => {
        await remove(apiKey.id);
        ownKey.deleted = inUse === true;
        const text = name ? `Key “${name}” deleted` : "Key with no name deleted";
        toast({
          tone: "ok",
          text: isReplaced ? `${text}. The service created a new admin key` : text,
          about: apiKeys.pathOf(apiKey.id),
        });
        onDeleted?.();
      }}
    >
      <p>Anything that uses its token stops working. You can’t undo this.</p>
      <Properties
        rows={[
          { label: "ID", value: <CopyId id={apiKey.id} /> },
          { label: "Created", value: <RelativeTime at={created_at} /> },
          ...useLastUseRow(apiKey.id),
        ]}
      />
      <AdminKeyNote id={apiKey.id} />
      {inUse === true ? (
        <Note tone="warn">This console uses this key. Deleting it signs you out.</Note>
      ) : null}
      {inUse === null ? <Note>If this console uses this key, deleting it signs you out.</Note> : null}
    </ConfirmDialog>
  );
}
