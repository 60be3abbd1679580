import { isKeyInUse, switchToKey } from "#resources/api-keys.ts";
import { useConnection } from "#api/connection.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { useAttempt } from "#ui/use-attempt.ts";

/** Offers to go on with the new key in this console, while its token is there. Nothing is kept of a key that is refused. */
export function SwitchConsole(props: { oldId: string; newId: string; token: string }) {
  const { oldId, newId, token } = props;
  const connection = useConnection();
  const { busy, error, attempt } = useAttempt();
  if (connection?.key === token) return <Note tone="ok">This console uses the new key now.</Note>;
  return (
    <>
      <Note
        tone="warn"
        actions={
          <Button size="sm" busy={busy} onClick={() => void attempt(() => switchToKey(newId, token))}>
            Use new key here
          </Button>
        }
      >
        {isKeyInUse(oldId) === true
          ? "This console uses the old key. Switch before you delete it."
          : "If this console uses the old key, switch before you delete it."}
      </Note>
      {error === null ? null : <ErrorNote error={error} tried="use the new key in this console" />}
    </>
  );
}
