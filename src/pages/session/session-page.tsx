import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { ApiError } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { CopyAs } from "#components/copy-as.tsx";
import { ErrorNote } from "#components/error-note.tsx";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import type { Told } from "#contract/outdated.ts";
import type { FleetAction } from "#fleet/action.ts";
import { endedSession } from "#fleet/watch-departures.ts";
import { isPast } from "#fleet/is-past.ts";
import { awayWords } from "#fleet/lost-sessions.ts";
import { refusesUpdates } from "#fleet/action-text.ts";
import { offersOf, useHeard } from "#fleet/commands.ts";
import type { Departure } from "#fleet/departures.ts";
import { useLastKnown } from "#fleet/last-known.ts";
import { MovedNote } from "#fleet/moved-note.tsx";
import { knownIn } from "#fleet/known-session.ts";
import { claimsOf, lineageOf, predecessorsOf } from "#fleet/lineage.ts";
import { useIsInRollout } from "#fleet/rollout/of-session.ts";
import { HEARD, isSentHere } from "#fleet/sent-here.ts";
import { successorOf } from "#fleet/successor-of.ts";
import { useActions, useDepartures } from "#fleet/use-fleet.ts";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { counted } from "#ui/format.ts";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { RelativeTime, useNow } from "#ui/time.tsx";
import { ActionReport } from "#fleet/action-report.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { departureOf } from "./departure-of.ts";
import { Gone, Unknown } from "./gone.tsx";
import { Presence } from "./presence.tsx";
import { Runbook } from "./runbook-link.tsx";
import { SessionProperties } from "./session-properties.tsx";
import { ServedPanels } from "./served-panel.tsx";
import { useTarget } from "./use-target.ts";
import { ActionDialog } from "#fleet/lazy-action-dialog.ts";

const UpdatePanel = lazyPart(() => import("./update-panel.tsx"), "UpdatePanel");
const InRollout = lazyPart(() => import("#fleet/rollout/in-rollout.tsx"), "InRollout");
const SessionTraffic = lazyPart(() => import("./session-traffic.tsx"), "SessionTraffic");

const poll = pollEvery(5000);
const pollList = tunnelSessions.every(5000);
const REPORTS = 5;

/** /sessions/:id: one agent, what it serves, what was sent to it and what happened. */
export function Component() {
  const { id = "" } = useParams();
  return <SessionView key={id} id={id} />;
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

function useSession(id: string) {
  const list = useQuery({ ...tunnelSessions.query, refetchInterval: pollList });
  const actions = useActions();
  const seen = useDepartures();
  const listed = list.data?.find((session) => session.id === id);
  // One that is in the list needs no reading of its own; one that is not may still be new, or gone.
  const detail = useQuery({
    ...tunnelSessions.detail(id),
    enabled: listed === undefined,
    refetchInterval: (query) => (isUnknown(query.state.error) ? false : poll(query)),
  });
  const known = useLastKnown(tunnelSessions, id, listed ?? detail.data);
  const isSeen = seen.some(({ session }) => session.id === id);
  const { data: ended, isLoading: isAsked } = useQuery({
    ...endedSession(id),
    enabled: !isSeen && listed === undefined && isUnknown(detail.error),
  });
  const left = isSeen || !ended ? seen : [...seen, ended];
  const lineage = lineageOf(id, predecessorsOf(actions, left));
  const told = actions.filter((action) => action.sessionId === id);
  const departure = departureOf(id, left, told);
  // Whoever was seen to leave is back once an answer says so: while it is asked for again, its last error is forgotten.
  const isAway = departure !== undefined && detail.dataUpdatedAt <= departure.leftAt;
  const online = listed !== undefined || !(isAway || isUnknown(detail.error));
  return {
    query: listed === undefined && online ? detail : list,
    failure: listed === undefined ? detail.error : null,
    online,
    /** It is not online, and how it left is not known yet. */
    isAsked,
    sessions: list.data ?? NONE,
    session: known ?? departure?.session ?? actions.find((action) => action.sessionId === id)?.session,
    told,
    about: actions
      .filter((action) => lineage.includes(action.sessionId))
      .slice(-REPORTS)
      .toReversed(),
    departure,
    /** How the session left that this one came after. */
    before: left.find(({ session }) => session.id === lineage[1]),
    successor: successorOf(actions, id, left),
  };
}

const NONE: TunnelSession[] = [];

function SessionView({ id }: { id: string }) {
  const { query, failure, online, isAsked, session, sessions, told, about, ...seen } = useSession(id);
  const [asked, setAsked] = useState<AgentCommand | null>(null);
  const { target, untold, none } = useTarget(session, sessions, online);
  const refused = refusesUpdates(id, told) ?? none;
  const heard = useHeard(online ? session : undefined, told);
  const known = knownIn(useLocation().state);
  const name = session ? sessionName(session) : (known?.name ?? id);
  // Not while a dialog asks something: it says itself what the agent is online as.
  if (seen.successor !== null && !online && asked === null)
    return <Navigate to={href.session(seen.successor)} replace />;
  const crumbs = [{ label: "Sessions", to: href.sessions() }, { label: name }];
  const freshness = <Freshness query={query} />;
  const version = session?.agent_version;
  if (!session) {
    const missing = !online && !isAsked;
    return (
      <Page title={missing && !known ? "No such session" : name} crumbs={crumbs} freshness={freshness}>
        {missing ? (
          <Unknown id={id} known={known} />
        ) : failure ? (
          <ErrorNote error={failure} tried="load this session" onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows label="Loading this session" />
        )}
      </Page>
    );
  }
  return (
    <Page
      title={name}
      crumbs={crumbs}
      freshness={freshness}
      titleExtra={
        <>
          <Presence online={online} departure={seen.departure} actions={told} />
          <CopyId id={id} />
        </>
      }
      subtitle={
        online ? (
          <>
            Up for <RelativeTime at={session.started_at} suffix="" />
            {cameBack(about, session, seen.before)}
          </>
        ) : null
      }
      actions={
        <>
          <Commands {...{ session, target, online }} told={heard} untold={refused} onAsk={setAsked} />
          {online ? <Runbook {...{ session }} told={heard} untold={refused} /> : null}
          <CopyAs request={{ method: "GET", path: `/tunnel_sessions/${id}` }} json={session} />
        </>
      }
    >
      {online ? null : <Gone departure={seen.departure} actions={told} authtoken={session.credential?.id} />}
      {online ? <InRollout id={id} /> : null}
      {online ? <MovedNote session={session} /> : null}
      {query.error && !isUnknown(query.error) ? (
        <ErrorNote error={query.error} tried="load this session" onRetry={() => void query.refetch()} />
      ) : null}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
        <div className="grid min-w-0 content-start gap-5">
          <Reports of={about} {...{ id, version }} />
          {online || seen.departure?.served ? (
            <ServedPanels
              id={id}
              sessions={sessions}
              about={about}
              before={online ? undefined : seen.departure?.served}
            />
          ) : null}
          <Reports of={about} {...{ id, version }} past />
          <SessionTraffic id={id} began={session.started_at} />
        </div>
        <aside aria-label="Properties" className="grid min-w-0 content-start gap-5">
          <SessionProperties {...{ session, target, untold, online }} />
          {online ? <UpdatePanel session={session} /> : null}
        </aside>
      </div>
      {asked ? (
        <ActionDialog kind={asked} session={session} target={target} onClose={() => setAsked(null)} />
      ) : null}
    </Page>
  );
}

/** What came of commands: those that matter now in full, the others (`past`) in one line that opens. */
function Reports(props: { of: readonly FleetAction[]; id: string; version: Told; past?: boolean }) {
  const { of, id, version, past = false } = props;
  const now = useNow(10_000);
  const isTold = useIsInRollout(id);
  // A rollout that is at it tells of its update itself, and restarts it.
  const shown = of
    .filter((action) => !isTold || !action.id.startsWith(HEARD))
    .filter((action) => isPast(action, id, now, version) === past);
  const reports = shown.map((action) => <ActionReport key={action.id} action={action} pageId={id} />);
  if (!past) return reports;
  return shown.length === 0 ? null : (
    <details className="rounded-md border border-line px-4 py-2">
      <summary className="w-fit cursor-pointer py-0.5">{counted(shown.length, "earlier command")}</summary>
      <div className="mt-2 grid gap-4 pb-2">{reports}</div>
    </details>
  );
}

/** The restart of this visit that a session came of. */
const restartTo = (about: readonly FleetAction[], id: string) =>
  about.find((one) => one.kind === "restart" && isSentHere(one) && claimsOf([one]).has(id));

/** How this session came about, as far as this visit saw. */
function cameBack(
  about: readonly FleetAction[],
  session: TunnelSession,
  before: Departure | undefined,
): string {
  const restart = restartTo(about, session.id);
  if (restart && "seconds" in restart.state)
    return ` · Online again ${restart.state.seconds} s after your restart`;
  return before ? ` · Online again, ${awayWords(before, session, about)}` : "";
}

type CommandsProps = Omit<Parameters<typeof offersOf>[0], "actions" | "now"> & {
  told: Parameters<typeof offersOf>[0]["actions"];
  onAsk: (kind: AgentCommand) => void;
};

function Commands({ told, onAsk, ...about }: CommandsProps) {
  const now = useNow(1000);
  const offers = offersOf({ ...about, actions: told, now });
  return offers.map(({ kind, label, icon, tone, primary, disabledReason }) => (
    <Button
      key={kind}
      icon={icon}
      variant={primary ? "primary" : (tone ?? "default")}
      disabledReason={disabledReason}
      onClick={() => onAsk(kind)}
    >
      {label}
    </Button>
  ));
}
