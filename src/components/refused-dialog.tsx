import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { askTabs, onSignedIn } from "#api/ask-tabs.ts";
import { getConnection, getPlace, getRemembered, setConnection, type Connection } from "#api/connection.ts";
import { tellTabs } from "#api/tabs.ts";
import { tryConnection } from "#resources/sign-in.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Input } from "#ui/input.tsx";
import type { RefusedDialogProps } from "#ui/refused-key.ts";
import { signedIn } from "#ui/signed-in.ts";
import { useAttempt } from "#ui/use-attempt.ts";
import { ErrorDetails, ErrorNote } from "./error-note.tsx";
import { FindKey } from "./find-key.tsx";

/** The key was refused while changes are unsaved: takes another key for the same service, and the form stays as it is. */
export function RefusedDialog({ what, refused, onLater, onConnected, onLeave }: RefusedDialogProps) {
  const id = useId();
  const { key, setKey, busy, error, connect } = useReconnect(onConnected);
  // What to do is said here: of the service's words the first sentence is why.
  const why = refused.msg.replace(/(?<=\.)\s.*$/s, "").replace(/[^.]$/, "$&.");
  const reason = refused.status ? `The service refused your key: ${why}` : why;
  return (
    <Dialog
      onClose={onLater}
      title="Sign in again"
      footer={
        <>
          <Button variant="danger" onClick={onLeave}>
            Discard changes
          </Button>
          <Button onClick={onLater}>Keep editing</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            busy={busy}
            disabledReason={key.trim() ? undefined : "Paste a key first"}
          >
            Sign in
          </Button>
        </>
      }
    >
      <p>
        {error === null ? `${reason} ` : ""}Sign in with a key of the same account to save {what}.
      </p>
      {error === null ? <ErrorDetails {...refused} /> : null}
      <form id={id} onSubmit={connect} className="grid gap-1">
        <label htmlFor={`${id}-key`} className="font-strong">
          API key
        </label>
        <Input
          id={`${id}-key`}
          mono
          type="password"
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog is for it alone, and "Details" is before it
          autoFocus
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      </form>
      <FindKey />
      {error === null ? null : <ErrorNote error={error} tried="sign in" />}
    </Dialog>
  );
}

/** Takes another key of another tab for the same service: one that is there already, or as soon as it is. */
function useSignedInElsewhere(take: (connection: Connection) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const baseUrl = getPlace()?.baseUrl ?? "";
    const refused = getConnection()?.key;
    let over = false;
    const look = async () => {
      const found = await askTabs(baseUrl, undefined, refused);
      // A key that the service refuses here too leaves the question as it is.
      if (!found || over || !(await works(found)) || over) return;
      over = true;
      latest.current(found);
    };
    const stop = onSignedIn(baseUrl, () => void look());
    void look();
    return () => {
      over = true;
      stop();
    };
  }, []);
}

const works = (connection: Connection) =>
  tryConnection(connection).then(
    () => true,
    () => false,
  );

function useReconnect(onConnected: () => void) {
  const client = useQueryClient();
  const [key, setKey] = useState("");
  const { busy, error, attempt } = useAttempt();
  const use = (connection: Connection) => {
    setConnection(connection, { remember: getRemembered() !== null });
    signedIn.tell();
    onConnected();
    void client.invalidateQueries();
  };
  useSignedInElsewhere(use);
  const tryKey = async () => {
    const place = getPlace();
    if (!place || busy || !key.trim()) return;
    const connection = { ...place, key: key.trim() };
    await attempt(async () => {
      await tryConnection(connection);
      use(connection);
      tellTabs({ signedIn: connection.baseUrl });
    });
  };
  const connect = (event: FormEvent) => {
    event.preventDefault();
    // The form around the dialog in the React tree must not save because of this.
    event.stopPropagation();
    void tryKey();
  };
  return { key, setKey, busy, error, connect };
}
