import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { servedConfigQuery } from "#api/served-config.ts";
import { credentials } from "#resources/credentials.ts";
import { href } from "#resources/paths.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { useWrites } from "#resources/writes.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { TokenText } from "#components/token-text.tsx";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Status } from "#ui/status.tsx";
import { useAttempt } from "#ui/use-attempt.ts";

/** An authtoken of these steps; its token is null once the page was left or reloaded. */
export type Made = { id: string; token: string | null };

export function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-3 border-b border-line p-4 last:border-0">
      <span
        aria-hidden="true"
        className="grid size-5 flex-none place-items-center rounded-full text-xs text-content-muted inset-ring inset-ring-line-strong"
      >
        {number}
      </span>
      <div className="grid min-w-0 flex-1 gap-2">{children}</div>
    </li>
  );
}

/** "2026-11-22 14:20 UTC": names several of them apart. */
const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

const FIRST = (
  <>
    Agents sign in with an authtoken, not with an API key. This one can serve everything. To limit it, edit it
    under{" "}
    <Link to={href.authtokens()} className="link">
      Authtokens
    </Link>
    .
  </>
);

/** The token is shown where no command has it, or where it could not be copied. */
export function AuthtokenStep(props: {
  made: Made | null;
  onMade: (made: Made) => void;
  onCopied: () => void;
}) {
  const { made, onMade, onCopied } = props;
  const { busy, error, attempt } = useAttempt();
  const { create, remove } = useWrites(credentials);
  const { data: sessions } = useQuery(tunnelSessions.query);
  // Its token is lost, and nothing signs in with it: another one beside it would only leave it behind.
  const replaced =
    made?.token === null && sessions?.every(({ credential }) => credential?.id !== made.id) ? made.id : null;
  const { data: config } = useQuery(servedConfigQuery);
  const inCommand = config?.agentUrl !== undefined;
  const [failed, setFailed] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  // The button that was pressed is gone, and the focus with it.
  useEffect(() => {
    if (made?.token && pressed.current) [...(row.current?.querySelectorAll("button") ?? [])].at(-1)?.focus();
    pressed.current = false;
  }, [made]);
  const make = () =>
    attempt(async () => {
      if (replaced !== null) await remove(replaced);
      const { id, token } = await create({
        description: `Agent added in the console, ${minuteOf(new Date())}`,
      });
      pressed.current = true;
      onMade({ id, token });
    });
  return (
    <Step number={1}>
      <div ref={row} className="flex flex-wrap items-center gap-3">
        <strong>Create authtoken</strong>
        {made ? (
          <>
            <Status tone="ok">Done</Status>
            <CopyId id={made.id} />
            {made.token === null ? null : (
              <CopyButton
                text={made.token}
                label="Copy authtoken"
                shown
                onCopied={onCopied}
                onFailed={() => setFailed(true)}
              />
            )}
          </>
        ) : null}
      </div>
      {made?.token && (failed || !inCommand) ? (
        <div className="rounded-md border border-line-control bg-surface-sunken px-3 py-2">
          <TokenText token={made.token} what="authtoken" onCopied={onCopied} />
        </div>
      ) : null}
      <p aria-live="polite" className="text-content-muted">
        {made === null
          ? FIRST
          : made.token === null
            ? `You created it earlier. Its token can’t be shown again. ${replaced === null ? "Use the one you saved, or create a new authtoken." : "If you didn’t save it, replace it. This deletes the old one."}`
            : failed
              ? "Select it and copy it now. It can’t be shown again."
              : inCommand
                ? "The command below contains it. You can copy it only now."
                : "Copy it now. It can’t be shown again."}
      </p>
      {error === null ? null : (
        <ErrorNote
          error={error}
          tried={replaced === null ? "create the authtoken" : "replace the authtoken"}
        />
      )}
      {made?.token ? null : (
        <div>
          <Button variant={made ? "default" : "primary"} icon="key" busy={busy} onClick={() => void make()}>
            {replaced === null ? `Create ${made ? "new " : ""}authtoken` : "Replace authtoken"}
          </Button>
        </div>
      )}
    </Step>
  );
}
