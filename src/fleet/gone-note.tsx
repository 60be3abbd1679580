import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { RefLink } from "#components/ref-link.tsx";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { tunnelName } from "#resources/tunnel-names.ts";
import { tunnels } from "#resources/tunnels.ts";
import { breakable } from "#ui/breakable.tsx";
import { counted, plural } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { leftWords, type Said } from "./action-text.ts";
import type { Departure } from "./departures.ts";
import { goneUrls, servesNow, SHORTEST, urlsAway } from "./gone-urls.ts";
import { useActions, useDepartures } from "./use-fleet.ts";
import { watchDepartures } from "./watch-departures.ts";

const MOST = 3;

const NONE: Tunnel[] = [];

/**
 * Over a list of URLs: those whose agent left during this visit, of which the list itself says nothing; where it is searched,
 * those that are meant. Whose each was, and when that left or what it serves now.
 */
export function GoneNote() {
  const [params] = useSearchParams();
  const left = useDepartures();
  const actions = useActions();
  const client = useQueryClient();
  const typed = params.get("q") ?? "";
  // Read and watched before anybody leaves: afterwards nothing tells which URLs an agent had.
  useEffect(() => watchDepartures(client), [client]);
  const { data: online = NONE } = useQuery(tunnels.query);
  const known = { left, actions };
  const isAny = typed.trim().length < SHORTEST;
  const gone = isAny ? urlsAway(known, online) : goneUrls(typed, known, online);
  const urls = gone.filter(({ url, departure: { session } }) => url !== sessionName(session));
  const more = urls.length - MOST;
  return (
    <>
      {urls.slice(0, MOST).map(({ url, departure: { session }, said, now }) => (
        <Note key={`${session.id} ${url}`}>
          <WithItsAgent what={url} {...{ session, said, now }} />
        </Note>
      ))}
      {more > 0 ? (
        <Note>
          {counted(more, "more URL")} {plural(more, "is", "are")} offline.{" "}
          <Link to={href.sessions()} className="link">
            Show sessions
          </Link>
        </Note>
      ) : null}
    </>
  );
}

/** That something went offline with the agent that served it, when and how; or what that serves `now` in its place. */
function WithItsAgent(props: { what: string; session: TunnelSession; said: Said; now: readonly Tunnel[] }) {
  const { what, session, said, now } = props;
  if (now.length > 0)
    return (
      <>
        <strong className="wrap-anywhere">{breakable(what)}</strong> is offline since its agent{" "}
        {sessionName(session)} came back with{" "}
        {now.slice(0, MOST).map((tunnel, index) => (
          <span key={tunnel.id}>
            {index > 0 ? ", " : null}
            <RefLink reference={tunnel.endpoint ?? tunnel} name={tunnelName(tunnel)} known inText />
          </span>
        ))}
        .
      </>
    );
  return (
    <>
      <strong className="wrap-anywhere">{breakable(what)}</strong> is offline with its agent{" "}
      <RefLink reference={{ id: session.id }} name={sessionName(session)} known inText />. {said.text}.
    </>
  );
}

/** The tunnel of an agent that left, by its id or its endpoint's; undefined where none is known. */
export function useGoneTunnel(id: string): { tunnel: Tunnel; departure: Departure } | undefined {
  const client = useQueryClient();
  useEffect(() => watchDepartures(client), [client]);
  const isMeant = (one: Tunnel) => one.id === id || one.endpoint?.id === id;
  for (const departure of useDepartures().toReversed()) {
    const tunnel = departure.served?.find(isMeant);
    if (tunnel) return { tunnel, departure };
  }
  return undefined;
}

/** What is known of a tunnel or endpoint that ended and nothing took the place of: whose it was, and how that left. */
export function GoneTunnel({ tunnel, departure }: NonNullable<ReturnType<typeof useGoneTunnel>>) {
  const actions = useActions();
  const left = useDepartures();
  const { data: online = NONE } = useQuery(tunnels.query);
  return (
    <Note>
      <WithItsAgent
        what={tunnelName(tunnel)}
        session={departure.session}
        said={leftWords(departure, actions)}
        now={servesNow(departure, { left, actions }, online)}
      />
    </Note>
  );
}
