import { credentials } from "#resources/credentials.ts";
import { useWrites } from "#resources/writes.ts";
import { useState, type ReactNode } from "react";
import { AgentCommandBlock } from "#components/agent-command-block.tsx";
import { ErrorNote } from "#components/error-note.tsx";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Status } from "#ui/status.tsx";
import { useNow } from "#ui/time.tsx";
import { useAttempt } from "#ui/use-attempt.ts";

type Made = { id: string; token: string };

/** /sessions of an account without agents: three steps to the first one. The authtoken lives in this view only. */
export function FirstAgent() {
  const [made, setMade] = useState<Made | null>(null);
  return (
    <section className="mx-auto grid w-full max-w-2xl gap-6 py-8 md:py-12">
      <div>
        <h2>No agent is online yet</h2>
        <p className="text-content-muted">
          An agent connects out from your machine and makes a local port reachable. Three steps, about a
          minute.
        </p>
      </div>
      <ol className="grid rounded-md border border-line bg-surface-raised">
        <CredentialStep made={made} onMade={setMade} />
        <CommandStep made={made} />
        <WaitStep />
      </ol>
    </section>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
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

function CredentialStep({ made, onMade }: { made: Made | null; onMade: (made: Made) => void }) {
  const { busy, error, attempt } = useAttempt();
  const { create } = useWrites(credentials);
  const make = () =>
    attempt(async () => {
      const { id, token } = await create({ description: "First agent, made in the console" });
      onMade({ id, token });
    });
  return (
    <Step number={1}>
      <div className="flex flex-wrap items-center gap-3">
        <strong>Make a credential</strong>
        {made ? (
          <>
            <Status tone="ok">Done</Status>
            <CopyId id={made.id} />
          </>
        ) : null}
      </div>
      <p className="text-content-muted">
        {made
          ? "Its authtoken is filled in below. It can’t be shown again after you leave this page."
          : "Agents log in with a credential’s authtoken, not with an API key."}
      </p>
      {error === null ? null : <ErrorNote error={error} tried="make a credential" />}
      {made ? null : (
        <div>
          <Button variant="primary" icon="key" busy={busy} onClick={() => void make()}>
            Make a credential
          </Button>
        </div>
      )}
    </Step>
  );
}

function CommandStep({ made }: { made: Made | null }) {
  return (
    <Step number={2}>
      <AgentCommandBlock title="Run the agent on the machine that serves" authtoken={made?.token ?? null} />
    </Step>
  );
}

function WaitStep() {
  const now = useNow(1000);
  const [since] = useState(() => Date.now());
  return (
    <Step number={3}>
      <div className="flex flex-wrap items-center gap-3">
        <strong>See it here</strong>
        <Status tone="run">
          Waiting for the first agent… {Math.max(0, Math.floor((now - since) / 1000))} s
        </Status>
      </div>
      <p className="text-content-muted">The row appears by itself, with what it serves.</p>
    </Step>
  );
}
