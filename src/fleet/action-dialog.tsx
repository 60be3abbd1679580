import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { describeError } from "#api/errors.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { UPDATE_SETTLE_MS } from "./action.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { shortenId } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { blastRadius, blastSentence, type BlastRadius } from "./blast-radius.ts";
import { replacementOf } from "./replacement.ts";
import { useSend } from "./send.ts";
import { useActions } from "./use-fleet.ts";
import { useServed } from "./use-served.ts";
import { commandTitle } from "./action-text.ts";

type Props = {
  kind: AgentCommand;
  session: TunnelSession;
  /** Highest version of its major seen in the account, when it is behind. */
  target: string | null;
  onClose: () => void;
};

/** Asks before an agent is told something, with what it touches in numbers. Import lazily: it brings the dialog. */
export function ActionDialog({ kind, session, target, onClose }: Props) {
  const send = useSend();
  const name = sessionName(session);
  const { served, error } = useServed();
  const radius = served && blastRadius(new Set([session.id]), served);
  const { before, gone, successor } = usePresence(session);
  const [sending, setSending] = useState(false);
  const left = gone && !sending;
  const urls = radius?.dark.flatMap(({ url }) => url ?? []) ?? [];
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${commandTitle(kind)} ${name}?`}
      confirmLabel={`${commandTitle(kind)} ${name}`}
      tried={`${kind} ${name}`}
      danger={kind === "stop"}
      confirmDisabledReason={left ? "This session is no longer online." : undefined}
      onConfirm={async () => {
        setSending(true);
        try {
          await send({ kind, session, urls: kind === "update" ? [] : urls, before });
        } finally {
          setSending(false);
        }
      }}
    >
      <div aria-live="polite">{left ? <Left successor={successor} onFollow={onClose} /> : null}</div>
      <p>{WHAT[kind]}</p>
      {left ? null : kind === "update" ? (
        <p className="text-content-muted">
          {target === null
            ? `${session.agent_version} is the newest of its major version seen in this account; the service may know a newer one.`
            : `${session.agent_version} → ${target}, the newest of its major version seen in this account.`}
        </p>
      ) : (
        <Blast radius={radius} error={error} kind={kind} />
      )}
    </ConfirmDialog>
  );
}

const NONE: readonly TunnelSession[] = [];

/** Whether the session left the list since the dialog opened, and what it is online as now. */
function usePresence(session: TunnelSession) {
  const { data: now = NONE } = useQuery(tunnelSessions.query);
  const actions = useActions();
  const [before] = useState(now);
  const has = (list: readonly TunnelSession[]) => list.some(({ id }) => id === session.id);
  const gone = has(before) && !has(now);
  return { before, gone, successor: gone ? replacementOf({ session, before, now, actions }) : null };
}

function Left({ successor, onFollow }: { successor: string | null; onFollow: () => void }) {
  return (
    <Note>
      This session left the list while the question was open.{" "}
      {successor === null ? (
        "No command is sent to it."
      ) : (
        <>
          Its agent is now online as{" "}
          <Link to={href.session(successor)} className="link font-mono text-xs" onClick={onFollow}>
            {shortenId(successor)}
          </Link>
          .
        </>
      )}
    </Note>
  );
}

const WHAT: Record<AgentCommand, ReactNode> = {
  restart:
    "The agent replaces its own process and comes back under a new session id. Its return is watched for 60 s.",
  stop: "The agent exits. It comes back only when someone starts it on its host.",
  update: `The agent updates itself, never to a new major version. Nothing goes dark yet: the new version runs after a restart, at least ${UPDATE_SETTLE_MS / 1000} s later. An update may break an integration.`,
};

function Blast({ radius, error, kind }: { radius: BlastRadius | null; error: unknown; kind: AgentCommand }) {
  const { data: sessions = [] } = useQuery(tunnelSessions.query);
  const nameOf = (id: string) => sessionName(sessions.find((one) => one.id === id) ?? { id, metadata: null });
  if (radius) return <p>{blastSentence(radius, nameOf, kind === "restart" ? " until it is back" : "")}</p>;
  if (error)
    return <p>What goes dark is not known. {describeError(error, "load tunnels and endpoints").detail}</p>;
  return <output className="block text-content-muted">Counting what it serves…</output>;
}
