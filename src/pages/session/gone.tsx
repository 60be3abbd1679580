import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import type { FleetAction } from "#fleet/action.ts";
import type { Departure } from "#fleet/departures.ts";
import { howLeft } from "#fleet/how-left.ts";
import { Note } from "#ui/note.tsx";
import { clockMinute, RelativeTime } from "#ui/time.tsx";

/** Beyond this a session may have left any time since it was last seen, in milliseconds. */
const SURE_MS = 60_000;

const FOLLOWS = "This page will follow it to its new session.";

type Props = { departure: Departure | undefined; actions: readonly FleetAction[] };

/** Since when a session is offline, when it was last seen, and what happens next. */
export function Gone({ departure, actions }: Props) {
  if (!departure)
    return (
      <Note tone="warn">
        <strong>Offline.</strong> {FOLLOWS}
      </Note>
    );
  const { seenAt, leftAt } = departure;
  const how = howLeft(departure, actions);
  if (how === "stopped")
    return (
      <Note>
        <strong>Stopped from this browser.</strong> To start it again, run it on its host. {FOLLOWS}
      </Note>
    );
  return (
    <Note tone={how === "lost" ? "warn" : "run"}>
      <strong>
        {leftAt - seenAt > SURE_MS ? "Offline" : `Offline since ${clockMinute(leftAt)}`}, last seen{" "}
        <span aria-hidden="true">
          <RelativeTime at={seenAt} />
        </span>
        .
      </strong>{" "}
      {FOLLOWS}
    </Note>
  );
}

/** In place of a session that this visit knows nothing of. */
export function Unknown({ id }: { id: string }) {
  return (
    <Note>
      Session <span className="font-mono text-xs">{id}</span> is not online. An agent gets a new session ID
      each time it connects.{" "}
      <Link to={href.sessions()} className="link">
        Show all sessions
      </Link>
    </Note>
  );
}
