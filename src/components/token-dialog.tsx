import { useRef, useState, type ReactNode } from "react";
import { useHeld } from "#forms/unsaved-guard.tsx";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Checkbox } from "#ui/input.tsx";
import { capital } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { Status } from "#ui/status.tsx";
import { useToast } from "#ui/toast.tsx";
import { ErrorNote } from "./error-note.tsx";
import { TokenText } from "./token-text.tsx";

type Copying = {
  /** The token was copied, maybe in a command. */
  onCopied: () => void;
  /** Something else was, in place of the token. */
  onReplaced: () => void;
};

type Props = {
  /** What the token belongs to: "key". */
  one: string;
  /** Empty where it has none. */
  name: string;
  token: string;
  /** What it is called, unless "token". */
  what?: string;
  /** Says who uses the token already: then it is saved. */
  user?: ReactNode;
  used?: boolean;
  /** Deletes what was made, when its token was lost. */
  remove: () => Promise<unknown>;
  /** The decision was made: the token is kept, or what it belongs to is deleted. */
  onClosed: (decision: "kept" | "deleted") => void;
  /** What to do with the token, below it; told of what is copied there. */
  children?: ReactNode | ((on: Copying) => ReactNode);
};

/**
 * The only sight of a token. Until it was copied, or its user says that it is saved, Escape and clicks beside it do not
 * close it, nor do the back button and links; reload and close ask first. Or what it belongs to is deleted. Import lazily.
 */
export function TokenDialog(props: Props) {
  const { one, name, token, what = "token", children } = props;
  const [clipboard, setClipboard] = useState<"token" | "replaced" | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  const [failed, setFailed] = useState(false);
  const [lost, setLost] = useState(false);
  const decided = useRef(false);
  const toast = useToast();
  const close = (decision: "kept" | "deleted") => {
    decided.current = true;
    props.onClosed(decision);
  };
  const copied = clipboard === "token";
  const saved = copied || confirmed || props.used === true;
  const refused = useHeld(() => !saved && !decided.current);
  const onCopied = () => setClipboard("token");
  const onReplaced = () => setClipboard((before) => before && "replaced");
  return (
    <Dialog
      dismissible={saved && !lost}
      onClose={() => close("kept")}
      title={name ? `Copy the ${what} of “${name}”` : `Copy the ${what} of this ${one}`}
      description="You won’t see it again after you close this."
      footer={
        <>
          <LostButton
            one={one}
            name={name}
            used={props.used === true}
            asked={lost}
            remove={props.remove}
            onAsk={setLost}
            onDeleted={() => {
              toast({ tone: "ok", text: `${capital(one)} ${name ? `“${name}”` : "with no name"} deleted` });
              close("deleted");
            }}
          />
          {lost ? null : (
            <Button
              variant="primary"
              disabledReason={saved ? undefined : `Copy the ${what} first, or confirm you saved it`}
              onClick={() => close("kept")}
            >
              Done
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-3 rounded-md border border-line-control bg-surface-sunken py-2 pr-2 pl-3">
        <TokenText token={token} what={what} onCopied={onCopied} />
        <CopyButton
          text={token}
          label={`Copy ${what}`}
          variant={saved ? "default" : "primary"}
          onCopied={onCopied}
          onFailed={() => setFailed(true)}
        />
      </div>
      {failed && !saved ? <Note tone="warn">Copy failed. Select the {what} and copy it.</Note> : null}
      {typeof children === "function" ? children({ onCopied, onReplaced }) : children}
      {clipboard === "replaced" && !confirmed ? (
        <Note tone="warn">
          The {what} is no longer in your clipboard. Copy it again, or confirm you saved it.
        </Note>
      ) : null}
      {copied ? (
        <output>
          <Status tone="ok">Copied. Save it where you need it.</Status>
        </output>
      ) : (
        <Checkbox
          label="I saved it"
          checked={confirmed}
          onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
        />
      )}
      {props.user}
      {refused && !saved ? (
        <Note tone="warn">
          Leaving now would lose the {what}. Copy it first, or delete the {one}.
        </Note>
      ) : null}
    </Dialog>
  );
}

/** Deletes what was created, in two steps in the same place; a refusal is shown and the dialog stays. */
function LostButton(props: {
  one: string;
  name: string;
  /** Somebody uses it already. */
  used: boolean;
  asked: boolean;
  remove: () => Promise<unknown>;
  onAsk: (asked: boolean) => void;
  onDeleted: () => void;
}) {
  const { one, name, asked, onAsk } = props;
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
        Delete {one}…
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
      <span className="max-md:w-full md:mr-auto">
        Delete {name ? `${one} “${name}”` : `this ${one}`}? {props.used ? "What uses it goes offline. " : ""}
        You can’t undo this.
      </span>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
        <Button onClick={() => onAsk(false)}>Cancel</Button>
        <Button variant="danger-fill" busy={busy} onClick={() => void remove()}>
          Delete {one}
        </Button>
      </div>
    </div>
  );
}
