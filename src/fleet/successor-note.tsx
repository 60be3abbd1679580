import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { shortenId } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { RelativeTime, useNow } from "#ui/time.tsx";
import { isOpen, type FleetAction } from "./action.ts";
import { stateWords } from "./action-text.ts";

type Props = {
  what: "tunnel" | "endpoint";
  /** What is gone, by the name people know: its URL or labels. */
  name: string;
  successor: { id: string; to: string; name: string; sameAddress: boolean; since: string } | null;
  /** The newest action about the session that served it. */
  latest: FleetAction | undefined;
  /** What ended it, where that was no agent, and where more is told of that. */
  ended?: { why: string; actions: ReactNode } | undefined;
};

/** Says of something that has ended whether it is served again, and by what; while a restart is under way, how that goes. */
export function SuccessorNote({ what, name, successor, latest, ended }: Props) {
  if (successor)
    return (
      <Note tone={successor.sameAddress ? "ok" : "warn"}>
        <strong>{successor.sameAddress ? "Online again" : "Online at a new address"}</strong>{" "}
        <For at={successor.since} />.{" "}
        {successor.sameAddress
          ? "A restarted agent gets new IDs."
          : `Its agent serves ${successor.name} in place of ${name}.`}{" "}
        This page shows the new {what},{" "}
        <Link to={successor.to} className="link font-mono text-xs" title={successor.id}>
          {shortenId(successor.id)}
        </Link>
        .
      </Note>
    );
  if (latest && isOpen(latest)) return <UnderWay name={name} latest={latest} />;
  if (ended)
    return (
      <Note tone="warn" actions={ended.actions}>
        <strong>Offline.</strong> {ended.why}
      </Note>
    );
  return (
    <Note tone="warn">
      <strong>Offline.</strong> No agent serves {name}. This page updates when one does.
    </Note>
  );
}

/** What counts seconds is kept from assistive tech: the note around it would be read out again with each of them. */
function For({ at }: { at: string }) {
  return (
    <span aria-hidden="true">
      for <RelativeTime at={at} suffix="" />
    </span>
  );
}

function UnderWay({ name, latest }: { name: string; latest: FleetAction }) {
  const now = useNow(1000);
  return (
    <Note tone="run">
      <strong>Offline for now.</strong> Waiting for the agent that served {name}.{" "}
      <span aria-hidden="true">{stateWords(latest, now).text}</span>
    </Note>
  );
}
