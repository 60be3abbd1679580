import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useParams } from "react-router-dom";
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
import type { FleetAction } from "#fleet/action.ts";
import { offersOf } from "#fleet/commands.ts";
import { successorOf, useActions } from "#fleet/use-fleet.ts";
import { newestByMajor, updateTarget } from "#fleet/version.ts";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { RelativeTime, useNow } from "#ui/time.tsx";
import { ActionReport } from "#fleet/action-report.tsx";
import { lazyPart } from "#ui/lazy-export.ts";
import { Gone } from "./gone.tsx";
import { SessionProperties } from "./session-properties.tsx";
import { ServedPanels } from "./served-panel.tsx";

const ActionDialog = lazyPart(() => import("#fleet/action-dialog.tsx"), "ActionDialog");

const poll = pollEvery(5000);
const pollList = tunnelSessions.every(5000);
const REPORTS = 5;

/** /sessions/:id: one agent, what it serves, what it was told and what came of it. */
export function Component() {
  const { id = "" } = useParams();
  return <SessionView key={id} id={id} />;
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

function useSession(id: string) {
  const list = useQuery({ ...tunnelSessions.query, refetchInterval: pollList });
  const actions = useActions();
  const listed = list.data?.find((session) => session.id === id);
  // One that is in the list needs no reading of its own; one that is not may still be new, or gone.
  const detail = useQuery({
    ...tunnelSessions.detail(id),
    enabled: listed === undefined,
    refetchInterval: (query) => (isUnknown(query.state.error) ? false : poll(query)),
  });
  const online = listed !== undefined || !isUnknown(detail.error);
  const remembered = actions.find((action) => action.sessionId === id)?.session;
  return {
    query: listed === undefined && online ? detail : list,
    failure: listed === undefined ? detail.error : null,
    online,
    sessions: list.data ?? NONE,
    session: listed ?? detail.data ?? remembered,
    told: actions.filter((action) => action.sessionId === id),
    about: actions
      .filter(
        ({ state, sessionId }) => sessionId === id || ("successorId" in state && state.successorId === id),
      )
      .slice(-REPORTS)
      .toReversed(),
    successor: successorOf(actions, id),
  };
}

const NONE: TunnelSession[] = [];

function SessionView({ id }: { id: string }) {
  const { query, failure, online, session, sessions, told, about, successor } = useSession(id);
  const [asked, setAsked] = useState<AgentCommand | null>(null);
  const target = useTarget(session, sessions);
  const name = session ? sessionName(session) : id;
  const crumbs = [{ label: "Sessions", to: href.sessions() }, { label: name }];
  const freshness = <Freshness query={query} />;
  if (!session) {
    const missing = !online;
    return (
      <Page title={missing ? "No such session" : id} crumbs={crumbs} freshness={freshness}>
        {missing ? (
          <Gone id={id} known={false} successor={null} />
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
          <Status tone={online ? "ok" : "off"}>{online ? "Online" : "No longer online"}</Status>
          <CopyId id={id} />
        </>
      }
      subtitle={
        online ? (
          <>
            Up for <RelativeTime at={session.started_at} suffix="" />
            {cameBack(about, id)}
          </>
        ) : null
      }
      actions={
        <>
          <Commands {...{ session, target, told, online }} onAsk={setAsked} />
          <CopyAs request={{ method: "GET", path: `/tunnel_sessions/${id}` }} json={session} />
        </>
      }
    >
      {online ? null : <Gone id={id} known successor={successor} />}
      {query.error && !isUnknown(query.error) ? (
        <ErrorNote error={query.error} tried="load this session" onRetry={() => void query.refetch()} />
      ) : null}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
        <div className="grid min-w-0 content-start gap-5">
          {about.map((action) => (
            <ActionReport
              key={action.id}
              action={action}
              pageId={id}
              onRestart={online ? () => setAsked("restart") : undefined}
            />
          ))}
          {online ? <ServedPanels id={id} sessions={sessions} about={about} /> : null}
        </div>
        <aside aria-label="Properties" className="grid min-w-0 content-start gap-5">
          <SessionProperties session={session} target={target} online={online} />
        </aside>
      </div>
      {asked ? (
        <ActionDialog kind={asked} session={session} target={target} onClose={() => setAsked(null)} />
      ) : null}
    </Page>
  );
}

function cameBack(about: readonly FleetAction[], id: string): string {
  const restart = about.find(({ kind, sessionId }) => kind === "restart" && sessionId !== id);
  if (!restart || !("seconds" in restart.state)) return "";
  return ` · restarted from this browser, back after ${restart.state.seconds} s as this session`;
}

function useTarget(session: TunnelSession | undefined, sessions: readonly TunnelSession[]): string | null {
  return useMemo(() => {
    if (!session) return null;
    return updateTarget(session.agent_version, newestByMajor(sessions.map((one) => one.agent_version)));
  }, [session, sessions]);
}

type CommandsProps = Omit<Parameters<typeof offersOf>[0], "actions" | "now"> & {
  told: Parameters<typeof offersOf>[0]["actions"];
  onAsk: (kind: AgentCommand) => void;
};

function Commands({ session, target, told, online, onAsk }: CommandsProps) {
  const now = useNow(1000);
  const offers = offersOf({ session, target, actions: told, online, now });
  return offers.map(({ kind, label, icon, tone, disabledReason }) => (
    <Button
      key={kind}
      icon={icon}
      variant={tone ?? "default"}
      disabledReason={disabledReason}
      onClick={() => onAsk(kind)}
    >
      {label}
    </Button>
  ));
}
