import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { ConfirmDialog } from "#components/confirm-dialog.tsx";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { refusal } from "#contract/capability.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { shortenId } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { useNow } from "#ui/time.tsx";
import { useToast } from "#ui/toast.tsx";
import { awaitsRestart, isOpen, isUnheard, type FleetAction } from "./action.ts";
import { refusesUpdates } from "./action-text.ts";
import { BlastList } from "./blast-list.tsx";
import { addressesOf, blastRadius } from "./blast-radius.ts";
import { InRollout } from "./rollout/in-rollout.tsx";
import { replacementOf } from "./replacement.ts";
import { isFinal } from "./command-agent.ts";
import { useSend } from "./send.ts";
import { ledger, useActions } from "./use-fleet.ts";
import { useUntold } from "./use-untold.ts";
import { useServedInTime } from "./use-served.ts";
import { busyReason, commandTitle, OFFLINE_REASON, useHeard } from "./commands.ts";
import { stopWords } from "./stop-words.ts";
import { versionText } from "./version.ts";

type Props = {
  kind: AgentCommand;
  session: TunnelSession;
  /** The release it could update to, see updateTarget. */
  target: string | null;
  onClose: () => void;
};

/** Asks before an agent is told something, with what it touches in numbers. Import lazily: it brings the dialog. */
export function ActionDialog({ kind, session, target, onClose }: Props) {
  const send = useSend();
  const untoldOf = useUntold();
  const toast = useToast();
  const name = sessionName(session);
  const known = useServedInTime();
  const { served } = known;
  const radius = served && blastRadius(new Set([session.id]), served);
  const actions = useActions();
  const { before, gone, successor } = usePresence(session, actions);
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState(false);
  const left = gone && !sending;
  const urls = addressesOf(radius?.dark ?? []);
  const now = useNow(1000);
  const told = actions.filter(({ sessionId }) => sessionId === session.id);
  const heard = useHeard(left ? undefined : session, told);
  const busy = heard === told ? null : busyReason(kind, heard, now);
  const update =
    kind === "restart" ? heard.find((one) => awaitsRestart(one) && !isUnheard(one, now)) : undefined;
  const none = kind === "update" && target === null ? untoldOf(session) : null;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${commandTitle(kind)} ${name}?`}
      confirmLabel={`${commandTitle(kind)} ${name}`}
      tried={`${kind} ${name}`}
      danger={kind === "stop"}
      confirmDisabledReason={
        left
          ? OFFLINE_REASON
          : refused
            ? "It would be refused again."
            : busy !== null
              ? busy
              : kind === "update"
                ? (refusesUpdates(session.id, actions) ?? none ?? undefined)
                : known.waiting
      }
      onConfirm={async () => {
        setSending(true);
        try {
          await send({ kind, session, urls: kind === "update" ? [] : urls, before });
          // Its row moves to where what was stopped is.
          if (kind === "stop") tellStop(session, toast);
        } catch (error) {
          setRefused(isFinal(error));
          throw error;
        } finally {
          setSending(false);
        }
      }}
    >
      <div aria-live="polite" className={left ? undefined : "absolute"}>
        {left ? <Left successor={successor} onFollow={onClose} /> : null}
      </div>
      {left ? null : <InRollout id={session.id} />}
      {none !== null || refused ? null : (
        <p>{kind === "update" && refusal("restart", session) !== null ? BY_HAND : WHAT[kind]}</p>
      )}
      {update?.promised ? (
        <p>
          Its update is installed. It will run <strong className="font-strong">{update.promised}</strong>.
        </p>
      ) : null}
      {left ? null : kind === "update" ? (
        <p className="text-content-muted">
          {target === null
            ? `Runs ${versionText(session.agent_version)}. ${none ?? "No newer release is known in this account, but the service may have one."}`
            : `${versionText(session.agent_version)} → ${target}`}
        </p>
      ) : (
        <BlastList known={known} ids={[session.id]} kind={kind} />
      )}
    </ConfirmDialog>
  );
}

/** Says that it is stopping, until it has stopped: no message outlives what it tells. */
function tellStop(session: TunnelSession, toast: ReturnType<typeof useToast>): void {
  const name = sessionName(session);
  const about = `stop ${session.id}`;
  toast({ text: `${name} is stopping`, about });
  const look = () => {
    const action = ledger.getSnapshot().findLast(({ kind, sessionId }) => `${kind} ${sessionId}` === about);
    if (action && isOpen(action)) return;
    end();
    if (action?.state.phase === "verified") toast({ tone: "ok", text: `${name} stopped`, about });
  };
  const end = ledger.subscribe(look);
  look();
}

const NONE: readonly TunnelSession[] = [];

/** Whether the session left the list since the dialog opened, and what it is online as now. */
function usePresence(session: TunnelSession, actions: readonly FleetAction[]) {
  const { data: now = NONE } = useQuery(tunnelSessions.query);
  const [before] = useState(now);
  const has = (list: readonly TunnelSession[]) => list.some(({ id }) => id === session.id);
  const gone = has(before) && !has(now);
  return { before, gone, successor: gone ? replacementOf({ session, before, now, actions }) : null };
}

function Left({ successor, onFollow }: { successor: string | null; onFollow: () => void }) {
  return (
    <Note>
      This session disconnected while this dialog was open.{" "}
      {successor === null ? (
        "Nothing was sent."
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

const BY_HAND =
  "The agent updates itself within its major version. No URL goes offline now. To finish, stop it and start it again on its host.";

const WHAT: Record<AgentCommand, string> = {
  restart:
    "The agent restarts under a new session ID. We check for 60 s that it is online again, and whether its addresses are the same.",
  stop: stopWords(1),
  update:
    "The agent updates itself within its major version. No URL goes offline now. It is ready to restart 10 s after the update. Restart it to finish.",
};
