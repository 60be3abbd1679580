import { useQuery } from "@tanstack/react-query";
import type { AgentUpdate } from "#contract/agent-update.ts";
import { refusal } from "#contract/capability.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { agentUpdate } from "#resources/agent-update.ts";
import { Note } from "#ui/note.tsx";
import { Panel } from "#ui/panel.tsx";

type Last = NonNullable<AgentUpdate["last"]>;

const TONES = { updating: "run", updated: "warn", failed: "warn", rolled_back: "warn" } as const;

function lastWords({ state, version }: Last, session: TunnelSession): string {
  if (state === "updating") return `Updating to ${version}…`;
  if (state === "updated")
    return `${version} is installed. ${refusal("restart", session) ?? "Restart the agent to run it."}`;
  return state === "failed" ? `The update to ${version} failed.` : `${version} was rolled back.`;
}

/** What an update would install and how the last one went; nothing where the service does not say. */
export function UpdatePanel({ session }: { session: TunnelSession }) {
  const { data } = useQuery(agentUpdate(session.id));
  const { release, last } = data ?? {};
  if (!release && !last) return null;
  const isUnderWay = last?.state === "updating" || last?.state === "updated";
  const isThere = isUnderWay && last.version === release?.version;
  return (
    <Panel title="Release">
      <div className="grid gap-3 p-4 wrap-anywhere">
        {last ? (
          <Note tone={TONES[last.state]}>
            <strong>{lastWords(last, session)}</strong> {last.reason}
          </Note>
        ) : null}
        {release && !isThere ? (
          <p>
            <strong>{release.version}</strong> is available
          </p>
        ) : null}
        {release?.notes ? <p className="whitespace-pre-line text-content-muted">{release.notes}</p> : null}
      </div>
    </Panel>
  );
}
