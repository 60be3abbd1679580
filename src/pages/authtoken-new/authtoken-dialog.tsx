import { useWrites } from "#resources/writes.ts";
import { useQuery } from "@tanstack/react-query";
import { type CreatedCredential, credentials } from "#resources/credentials.ts";
import { fetchNewestSessions } from "#resources/tunnel-sessions.ts";
import { AgentCommandBlock } from "#components/agent-command-block.tsx";
import { takenText, useTakenNames } from "#components/authtoken-fields.tsx";
import { sessionName } from "#resources/session-name.ts";
import { TokenDialog } from "#components/token-dialog.tsx";
import { WaitingForAgent } from "#components/waiting-for-agent.tsx";
import { Status } from "#ui/status.tsx";

const LOOK_MS = 2000;

/** The only sight of an authtoken, with the command that uses it. It is saved once an agent logs in with it. */
export function AuthtokenDialog(props: { created: CreatedCredential; onClosed: () => void }) {
  const { id, token, description, acl } = props.created;
  const { remove } = useWrites(credentials);
  const { data: agent } = useQuery({
    queryKey: ["credentials", "first_session", id],
    queryFn: async () =>
      (await fetchNewestSessions()).find(({ credential }) => credential?.id === id) ?? null,
    refetchInterval: ({ state }) => (state.data ? false : LOOK_MS),
    gcTime: 0,
  });
  return (
    <TokenDialog
      one="authtoken"
      name={description ?? ""}
      token={token}
      used={Boolean(agent)}
      user={
        agent ? (
          <Status tone="ok">{sessionName(agent)} is online with it</Status>
        ) : (
          <WaitingForAgent acl={acl ?? []} />
        )
      }
      remove={() => remove(id)}
      onClosed={props.onClosed}
    >
      {({ onCopied }) => (
        <div className="grid gap-2">
          <StartAgent authtoken={token} acl={acl ?? []} onCopied={onCopied} />
        </div>
      )}
    </TokenDialog>
  );
}

type StartProps = { authtoken: string; acl: readonly string[]; onCopied: () => void };

/** The command with what no edge has, of what the authtoken permits; where that is nothing, what it needs. */
function StartAgent({ acl, ...props }: StartProps) {
  const { taken, isPending } = useTakenNames(acl);
  // Below a wildcard the name is one's choice.
  const free = acl.filter(
    (rule) => rule.startsWith("bind:*.") || !taken.includes(rule.replace(/^bind:/, "")),
  );
  if (isPending && acl.length > 0) return null;
  if (free.length > 0 || acl.length === 0)
    return <AgentCommandBlock title="Start an agent" acl={free} {...props} />;
  return (
    <>
      <strong>Start an agent</strong>
      <p className="wrap-anywhere">{takenText(taken)}</p>
    </>
  );
}
