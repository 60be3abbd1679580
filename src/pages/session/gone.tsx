import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { KINDS } from "#resources/kinds.ts";
import { href } from "#resources/paths.ts";
import type { FleetAction } from "#fleet/action.ts";
import type { Departure } from "#fleet/departures.ts";
import type { KnownSession } from "#fleet/known-session.ts";
import { howLeft, leftByCommand } from "#fleet/how-left.ts";
import { comesBackBy } from "#fleet/lost-sessions.ts";
import { useAuthtokenDeleted } from "#fleet/use-authtoken-deleted.ts";
import { watchDepartures } from "#fleet/watch-departures.ts";
import { sessionName } from "#resources/session-name.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { Note } from "#ui/note.tsx";
import { RelativeTime } from "#ui/time.tsx";
import { useRefusal } from "./use-refusal.ts";

const FOLLOWS = "This page will follow it to its new session.";

type Props = {
  departure: Departure | undefined;
  actions: readonly FleetAction[];
  /** The id of the authtoken that its agent used. */
  authtoken?: string | undefined;
};

/** When a session that is offline was last seen, and what happens next; since when it is offline, its status says. */
export function Gone({ departure, actions, authtoken }: Props) {
  const deleted = useAuthtokenDeleted(authtoken);
  const refusal = useRefusal(departure?.session.id);
  const refused = deleted ? (
    <Deleted />
  ) : refusal ? (
    <Refused refusal={refusal} authtoken={authtoken} />
  ) : null;
  if (!departure)
    return (
      <Note tone="warn">
        <strong>Offline.</strong> {refused ?? FOLLOWS}
      </Note>
    );
  const how = howLeft(departure, actions);
  if (how === "stopped")
    return (
      <Note>
        <strong>Stopped {whereStopped(departure, actions)}.</strong>{" "}
        {refused ?? `To start it again, run it on its host. ${FOLLOWS}`}
      </Note>
    );
  return (
    <Note tone={refused || how === "lost" ? "warn" : "run"}>
      <strong>
        Last seen{" "}
        <span aria-hidden="true">
          <RelativeTime at={departure.seenAt} />
        </span>
        .
      </strong>{" "}
      {refused ?? (
        <>
          {comesBackBy(departure, actions) ??
            (how === "lost" ? "If it doesn’t reconnect by itself, start it on its host." : null)}{" "}
          {FOLLOWS}
        </>
      )}
    </Note>
  );
}

function whereStopped(departure: Departure, actions: readonly FleetAction[]): string {
  if (leftByCommand(departure, actions)) return "from this browser";
  return departure.reason === "closed" ? "on its host" : "from another browser or through the API";
}

/** Why the agent can't come back, and where to change that. */
function Refused({ refusal, authtoken }: { refusal: string; authtoken: string | undefined }) {
  return (
    <>
      It tried to reconnect, and the service refused it. {refusal}{" "}
      {authtoken === undefined ? null : (
        <Link to={KINDS.credential.page({ id: authtoken })} className="link">
          Show its authtoken
        </Link>
      )}
    </>
  );
}

/** What to do once the service refuses the agent for good. */
function Deleted() {
  return (
    <>
      Its authtoken was deleted, so it can’t reconnect.{" "}
      <Link to={href.authtokenNew()} className="link">
        Create an authtoken
      </Link>
      , then start the agent with it.
    </>
  );
}

/** In place of a session that this visit knows nothing of. Another tab may know it: that is asked at once. */
export function Unknown({ id, known }: { id: string; known?: KnownSession["known"] | undefined }) {
  const client = useQueryClient();
  useEffect(() => watchDepartures(client), [client]);
  const { data: online = [] } = useQuery(tunnelSessions.query);
  const found = known && online.some((session) => sessionName(session) === known.name);
  return (
    <Note>
      Session <span className="font-mono text-xs">{id}</span>
      {known ? ` of ${known.name}` : ""} is not online.
      {known?.since ? (
        <>
          {" "}
          It has been offline for <RelativeTime at={known.since} suffix="" />. Start it on its host.
        </>
      ) : null}{" "}
      An agent gets a new session ID each time it connects.{" "}
      <Link to={href.sessions(found ? `?${new URLSearchParams({ q: known.name })}` : "")} className="link">
        {found ? `Find ${known.name}` : "Show all sessions"}
      </Link>{" "}
      or{" "}
      <Link to={href.traffic(`?${new URLSearchParams({ session: id })}`)} className="link">
        find its requests
      </Link>
    </Note>
  );
}
