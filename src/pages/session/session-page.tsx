import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useParams } from "react-router-dom";
import { ApiError } from "#api/errors.ts";
import { pollEvery } from "#api/query-client.ts";
import { tunnelSessionQuery, tunnelSessions } from "#api/tunnel-sessions.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { Freshness } from "#components/freshness.tsx";
import { Page } from "#components/page.tsx";
import { href } from "#components/paths.ts";
import { sessionName } from "#components/session-name.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { offersOf } from "#fleet/commands.ts";
import { successorOf, useActions } from "#fleet/use-fleet.ts";
import { newestByMajor, updateTarget } from "#fleet/version.ts";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Note } from "#ui/note.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";
import { RelativeTime, useNow } from "#ui/time.tsx";
import { ActionReport } from "./action-report.tsx";
import { Gone } from "./gone.tsx";
import { SessionProperties } from "./session-properties.tsx";
import { ServedPanel } from "./served-panel.tsx";

const ActionDialog = lazy(async () => ({
  default: (await import("#fleet/action-dialog.tsx")).ActionDialog,
}));

const poll = pollEvery(5000);
const pollList = tunnelSessions.every(5000);
const REPORTS = 5;

/** /sessions/:id: one agent, what it serves, what it was told and what came of it. */
export function Component() {
  const { id = "" } = useParams();
  return <SessionView key={id} id={id} />;
}

function useSession(id: string) {
  const detail = useQuery({ ...tunnelSessionQuery(id), refetchInterval: poll });
  const list = useQuery({ ...tunnelSessions.query, refetchInterval: pollList });
  const actions = useActions();
  const listed = list.data?.find((session) => session.id === id);
  const unlisted =
    list.data !== undefined && listed === undefined && list.dataUpdatedAt > detail.dataUpdatedAt;
  const unknown = detail.error instanceof ApiError && detail.error.status === 404;
  const online = !unknown && !unlisted;
  const remembered = actions.find((action) => action.sessionId === id)?.session;
  return {
    detail,
    online,
    sessions: list.data ?? NONE,
    session: (online ? listed : undefined) ?? detail.data ?? remembered,
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
  const { detail, online, session, sessions, told, about, successor } = useSession(id);
  const [asked, setAsked] = useState<AgentCommand | null>(null);
  const target = useTarget(session, sessions);
  const name = session ? sessionName(session) : id;
  const crumbs = [{ label: "Sessions", to: href.sessions() }, { label: name }];
  const freshness = <Freshness query={detail} />;
  if (!session) {
    const missing = !online;
    return (
      <Page title={missing ? "No such session" : id} crumbs={crumbs} freshness={freshness}>
        {missing ? (
          <Gone id={id} known={false} successor={null} />
        ) : detail.error ? (
          <ErrorNote error={detail.error} tried="load this session" onRetry={() => void detail.refetch()} />
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
          </>
        ) : null
      }
      actions={<Commands {...{ session, target, told, online }} onAsk={setAsked} />}
    >
      {online ? null : <Gone id={id} known successor={successor} />}
      {online && detail.error ? (
        <Note tone="warn">Not refreshed: {detail.error.message || "no answer from the service"}.</Note>
      ) : null}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
        <div className="grid min-w-0 content-start gap-5">
          {about.map((action) => (
            <ActionReport
              key={action.id}
              action={action}
              sessions={sessions}
              pageId={id}
              onRestart={online ? () => setAsked("restart") : undefined}
            />
          ))}
          {online ? <ServedPanel id={id} sessions={sessions} about={about} /> : null}
        </div>
        <aside aria-label="Properties" className="grid min-w-0 content-start gap-5">
          <SessionProperties session={session} target={target} online={online} />
        </aside>
      </div>
      {asked ? (
        <Suspense>
          <ActionDialog kind={asked} session={session} target={target} onClose={() => setAsked(null)} />
        </Suspense>
      ) : null}
    </Page>
  );
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
