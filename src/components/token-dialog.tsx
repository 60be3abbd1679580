import { useId, useRef, useState, type ReactNode } from "react";
import { useHeld } from "#forms/unsaved-guard.tsx";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { Input } from "#ui/input.tsx";
import { Note } from "#ui/note.tsx";
import { Status } from "#ui/status.tsx";
import { useToast } from "#ui/toast.tsx";
import { ErrorNote } from "./error-note.tsx";

/** How many characters of the token's end must be typed to prove that it was kept. */
const PROOF_LENGTH = 6;

/** Whether what was typed is the end of the token, or all of it. */
export function provesToken(typed: string, token: string): boolean {
  const text = typed.trim();
  return text === token.slice(-PROOF_LENGTH) || text === token;
}

type Props = {
  /** What the token belongs to: "key". */
  one: string;
  name: string;
  token: string;
  /** Another proof that the token was kept than its end: an agent that uses it. */
  proof?: ReactNode;
  proven?: boolean;
  /** Deletes what was made, when its token was lost. */
  remove: () => Promise<unknown>;
  /** The decision was made: the token is kept, or what it belongs to is deleted. */
  onClosed: (decision: "kept" | "deleted") => void;
  /** What to do with the token, below it. */
  children?: ReactNode;
};

/**
 * The only sight of a token. Closes by two decisions alone: it was proven that it was kept (its end was typed from where
 * it was pasted), or what it belongs to is deleted. Escape, clicks beside it, the back button and links do not close it;
 * reload and close ask first. Import lazily.
 */
export function TokenDialog(props: Props) {
  const { one, name, token } = props;
  const [typed, setTyped] = useState("");
  const [lost, setLost] = useState(false);
  const decided = useRef(false);
  const refused = useHeld(() => !decided.current);
  const toast = useToast();
  const close = (decision: "kept" | "deleted") => {
    decided.current = true;
    props.onClosed(decision);
  };
  const proven = props.proven === true || provesToken(typed, token);
  return (
    <Dialog
      dismissible={false}
      onClose={() => undefined}
      title={`Copy the token of “${name}”`}
      description="This is the only time it is shown. The service keeps a hash of it; nobody can read it back."
      footer={
        <>
          <LostButton
            one={one}
            asked={lost}
            remove={props.remove}
            onAsk={setLost}
            onDeleted={() => {
              toast({ tone: "ok", text: "Deleted. Can’t be undone: the token is gone." });
              close("deleted");
            }}
          />
          {lost ? null : (
            <Button
              variant="primary"
              disabledReason={
                proven ? undefined : `Type the last ${PROOF_LENGTH} characters of the token first.`
              }
              onClick={() => close("kept")}
            >
              Done, close for good
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-3 rounded-md border border-line-control bg-surface-sunken py-2 pr-2 pl-3">
        <code
          aria-label="Token"
          className="min-w-0 flex-[1_1_16.5rem] font-mono text-sm wrap-anywhere select-all"
        >
          {token}
        </code>
        <CopyButton text={token} label="Copy token" />
      </div>
      {props.children}
      <Proof token={token} typed={typed} onType={setTyped} />
      {props.proof}
      <div className="flex gap-2 rounded-md bg-surface-sunken px-3 py-2">
        <Icon name="lock" className="mt-0.5 text-content-muted" />
        <p>
          Kept in memory only while this dialog is open: not in the URL, the browser’s storage or a log. Esc
          and clicks outside do not close it.
        </p>
      </div>
      {refused ? (
        <Note tone="warn">
          Still here: leaving now would lose the token. Close with Done, or delete the {one}.
        </Note>
      ) : null}
    </Dialog>
  );
}

function Proof(props: { token: string; typed: string; onType: (text: string) => void }) {
  const { token, typed } = props;
  const id = useId();
  const proven = provesToken(typed, token);
  const wrong = !proven && typed.trim().length >= PROOF_LENGTH;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-strong">
        Prove that you have it
      </label>
      <p id={`${id}-hint`} className="text-content-muted">
        Paste it where it belongs, then type its last {PROOF_LENGTH} characters from there.
      </p>
      <div className="mt-1 flex items-center gap-2">
        <Input
          id={id}
          mono
          value={typed}
          onChange={(event) => props.onType(event.target.value)}
          aria-describedby={`${id}-hint ${id}-state`}
          aria-invalid={wrong || undefined}
          autoCapitalize="none"
          className="max-w-30"
        />
        <output id={`${id}-state`}>
          {proven ? <Status tone="ok">Matches</Status> : null}
          {wrong ? <Status tone="bad">Not the end of this token</Status> : null}
        </output>
      </div>
    </div>
  );
}

/** Deletes what was made, in two steps in the same place; a refusal is shown and the dialog stays. */
function LostButton(props: {
  one: string;
  asked: boolean;
  remove: () => Promise<unknown>;
  onAsk: (asked: boolean) => void;
  onDeleted: () => void;
}) {
  const { one, asked, onAsk } = props;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const remove = async () => {
    setBusy(true);
    try {
      await props.remove();
      props.onDeleted();
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  };
  if (!asked) {
    return (
      <Button variant="ghost" className="text-danger md:mr-auto md:-ml-3" onClick={() => onAsk(true)}>
        I lost it: delete this {one}
      </Button>
    );
  }
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      {error === null ? null : (
        <div className="basis-full">
          <ErrorNote error={error} tried={`delete this ${one}`} />
        </div>
      )}
      <span className="md:mr-auto">Delete it for good?</span>
      <Button onClick={() => onAsk(false)}>Keep it</Button>
      <Button variant="danger-fill" busy={busy} onClick={() => void remove()}>
        Delete {one}
      </Button>
    </div>
  );
}
