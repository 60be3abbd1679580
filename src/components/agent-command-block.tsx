import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { servedConfigQuery } from "#api/served-config.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { shortenId } from "#ui/format.ts";
import { Segmented } from "#ui/segmented.tsx";
import { createVisitStore, tabStorage } from "#ui/visit-store.ts";
import { agentCommand, CHOSEN, type Shell, type Wanted } from "./agent-command.ts";

const PLACE = "AUTHTOKEN";

const SHELLS: { value: Shell; label: string }[] = [
  { value: "posix", label: "Linux, macOS" },
  { value: "powershell", label: "Windows" },
];

const keptShell = () =>
  createVisitStore(tabStorage(), "gatehouse.shell", (kept) =>
    SHELLS.map(({ value }) => value).filter((value) => Array.isArray(kept) && kept.includes(value)),
  );

/** The command that starts an agent with an authtoken, shown shortened, copied in full; null = there is none yet. */
export function AgentCommandBlock({
  title,
  authtoken,
  onCopied,
  ...wanted
}: Wanted & {
  title: string;
  authtoken: string | null;
  /** The command was copied, and with it the authtoken. */
  onCopied?: () => void;
}) {
  const [shell, setShell] = useState(() => keptShell().getSnapshot()[0] ?? "posix");
  const choose = (next: Shell) => {
    setShell(next);
    keptShell().set([next]);
  };
  const { data: config } = useQuery(servedConfigQuery);
  const url = config?.agentUrl;
  if (config === undefined) return null;
  if (url === undefined)
    return (
      <>
        <strong>{title}</strong>
        <p className="text-content-muted">Follow your service’s instructions to run its agent.</p>
      </>
    );
  const token = authtoken ?? PLACE;
  const whole = agentCommand(shell, { url, authtoken: token, ...wanted });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <strong>{title}</strong>
        <Segmented label="Shell" options={SHELLS} value={shell} onChange={choose} size="sm" />
      </div>
      <CodeBlock
        // What was copied is the command of one shell.
        key={shell}
        label="the command"
        // Shortened in the command itself: the shell's quotes are those of what is copied.
        text={whole.replace(token, () => (authtoken === null ? PLACE : shortenId(authtoken)))}
        copyText={whole}
        onCopied={onCopied}
        primary={authtoken !== null}
      />
      <p className="text-xs text-content-muted">
        Run it in the Gatehouse folder. Replace 3000 with the local port to share
        {whole.includes(CHOSEN)
          ? `, and ${CHOSEN} and my-laptop with names`
          : ", and my-laptop with a name"}.{" "}
        {authtoken === null ? `Replace ${PLACE} with your authtoken.` : "Copy includes the full authtoken."}
      </p>
    </>
  );
}
