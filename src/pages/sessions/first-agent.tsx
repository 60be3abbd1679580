import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { appConfigQuery } from "#api/app-config.ts";
import { absoluteBase, getConnection } from "#api/connection.ts";
import { createCredential } from "#api/credentials.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { Button } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { shortenId } from "#ui/format.ts";
import { Segmented } from "#ui/segmented.tsx";
import { Status } from "#ui/status.tsx";
import { useNow } from "#ui/time.tsx";
import { agentCommand, agentUrl, type Shell } from "./agent-command.ts";

type Made = { id: string; token: string };
const PLACE = "AUTHTOKEN";

const SHELLS: { value: Shell; label: string }[] = [
  { value: "posix", label: "Linux, macOS" },
  { value: "powershell", label: "Windows" },
];

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
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const make = async () => {
    setBusy(true);
    setError(null);
    try {
      const { id, token } = await createCredential({ description: "First agent, made in the console" });
      onMade({ id, token });
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
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
  const [shell, setShell] = useState<Shell>("posix");
  const { data: config } = useQuery(appConfigQuery);
  const base = absoluteBase(getConnection()?.baseUrl ?? config?.baseUrl ?? "/api");
  const url = agentUrl(base, config?.agentUrl);
  const command = (authtoken: string) => agentCommand(shell, { url, authtoken });
  return (
    <Step number={2}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <strong>Run the agent on the machine that serves</strong>
        <Segmented label="Shell" options={SHELLS} value={shell} onChange={setShell} size="sm" />
      </div>
      <CodeBlock
        label="the command"
        text={command(made ? shortenId(made.token) : PLACE)}
        copyText={command(made?.token ?? PLACE)}
      />
      <p className="text-xs text-content-muted">
        3000 is the local port to make public.{" "}
        {made
          ? "Copy puts the full authtoken on the clipboard."
          : `${PLACE} is filled in once you have made a credential.`}
      </p>
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
