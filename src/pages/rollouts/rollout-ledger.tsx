import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import type { Rollout, RolloutAction } from "#contract/rollouts/rollout.ts";
import { versionOf } from "#contract/rollouts/steps.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { endedSession } from "#fleet/ended-sessions.ts";
import type { KnownSession } from "#fleet/known-session.ts";
import { refusedWords } from "#fleet/action-text.ts";
import { BatchUrls } from "#fleet/rollout/batch-urls.tsx";
import { AGENT_WORDS, batchTitle, stepSeconds, stepWords } from "#fleet/rollout/rollout-words.ts";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { counted } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { Panel } from "#ui/panel.tsx";
import { Status, type StatusTone } from "#ui/status.tsx";
import { clockTime, useNow } from "#ui/time.tsx";

const AwayUrls = lazyPart(() => import("./away-urls.tsx"), "AwayUrls");

const poll = tunnelSessions.every(5000);

type Agent = Rollout["agents"][number];

const TONES: Record<NonNullable<Agent["steps"][number]["result"]>, StatusTone> = {
  done: "ok",
  failed: "bad",
  unsure: "warn",
};

/** Does it go offline, or did it? Not once its command was refused, came to nothing, or nothing was sent. */
function goesOffline({ state, steps, detail }: Agent): boolean {
  if (state === "failed" && detail.startsWith("Still online")) return false;
  const sent = steps.some(({ kind, result }) => ENDING.has(kind) && result !== "failed");
  return sent || isUnderWay({ state });
}

/** The public URLs that go offline with these agents, each once. */
export const urlsOf = (agents: readonly Agent[]) => [...new Set(agents.flatMap(({ offline }) => offline))];

/** What becomes, or became, of the URLs that the agents of a batch take offline. */
function OfflineUrls({ of, action }: { of: readonly Agent[]; action: RolloutAction }) {
  const going = of.filter(goesOffline);
  if (action === "stop" || of.some(isUnderWay)) {
    const [course, how] = action === "stop" ? (["dark", ""] as const) : (["blink", " for a moment"] as const);
    const left = urlsOf(going.filter((one) => !isToCome(one)));
    const next = urlsOf(going.filter(isToCome)).filter((url) => !left.includes(url));
    return (
      <>
        <BatchUrls course={course} words={`offline${how}`} urls={left} />
        <BatchUrls course={course} words={`will go offline${how}`} urls={next} />
      </>
    );
  }
  const away = of.filter(isAway);
  const back = urlsOf(going.filter((one) => !isAway(one)));
  return <AwayUrls back={back} away={urlsOf(away)} />;
}

const isUnderWay = ({ state }: Pick<Agent, "state">) => state === "waiting" || state === "running";

/** Whether it has not been told yet what ends its session: of a retry in this try. */
const isToCome = ({ state, steps }: Agent) =>
  state === "waiting" || (state === "running" && !LEAVING.has(steps.at(-1)?.kind ?? "find"));

/** Failed since it was offline, as the rollout says. */
const isAway = ({ state, detail }: Agent) =>
  state === "failed" && /^(Still offline|Offline\.|Offline since)/.test(detail);

/** The steps that end a session. */
const ENDING: ReadonlySet<Agent["steps"][number]["kind"]> = new Set(["restart", "stop", "start"]);

/** Each agent of each batch, with its steps: when, for how long, and what it proved. */
export function RolloutLedger({ rollout: { action, agents, canary, plan } }: { rollout: Rollout }) {
  const { data: sessions } = useQuery({ ...tunnelSessions.query, refetchInterval: poll });
  const online = sessions && new Map(sessions.map((session) => [session.id, session]));
  const batches = [...new Set(agents.map(({ batch }) => batch))].toSorted((a, b) => a - b);
  return batches.map((batch) => {
    const own = agents.filter((agent) => agent.batch === batch);
    // The batches of a retry come after those of the plan.
    const staysUp = plan.batches[batch - 1]?.stays_up ?? [];
    const moves = own.some((one) => goesOffline(one) || isAway(one));
    return (
      <Panel key={batch} title={batchTitle(batch, canary > 0)} count={counted(own.length, "agent")}>
        {moves && urlsOf(own).length + staysUp.length > 0 ? (
          <div className="grid gap-0.5 border-b border-line px-4 py-2 empty:hidden">
            <OfflineUrls of={own} action={action} />
            <BatchUrls course="up" words="online through other sessions" urls={staysUp} />
          </div>
        ) : null}
        <ul aria-label={`Agents of batch ${batch}`}>
          {own.map((agent) => (
            <Row key={agent.session.id} agent={agent} comesBack={action !== "stop"} online={online} />
          ))}
        </ul>
      </Panel>
    );
  });
}

/** Steps in which an agent is to be offline, or has answered that it will be. */
const LEAVING: ReadonlySet<Agent["steps"][number]["kind"]> = new Set([...ENDING, "return", "stay", "leave"]);

/** The list is ahead of the rollout for a moment: meanwhile it may have restarted the agent itself. */
const AHEAD_MS = 3_000;

/** Whether something is so, and has been for a moment. */
function useHolds(is: boolean): boolean {
  const [holds, setHolds] = useState(false);
  useEffect(() => {
    if (!is) return undefined;
    const timer = setTimeout(() => setHolds(true), AHEAD_MS);
    return () => {
      clearTimeout(timer);
      setHolds(false);
    };
  }, [is]);
  return is && holds;
}

function Row(props: {
  agent: Agent;
  comesBack: boolean;
  online: ReadonlyMap<string, TunnelSession> | undefined;
}) {
  const { agent, comesBack, online } = props;
  const own = online?.get(agent.session_id);
  const isGone = isAway(agent);
  // An ended rollout no longer follows one that was offline for too long.
  const { data: left } = useQuery({
    ...endedSession(agent.session_id),
    enabled: online !== undefined && !own && isGone,
    refetchInterval: 5_000,
  });
  const now = own ?? online?.get(left?.back ?? "");
  const isOffline = online !== undefined && !now;
  const step = agent.steps.at(-1);
  const isLost = useHolds(
    isOffline && agent.state === "running" && step !== undefined && !LEAVING.has(step.kind),
  );
  const { tone, text }: { tone: StatusTone; text: string } = isLost
    ? { tone: "warn", text: "Offline" }
    : AGENT_WORDS[agent.state];
  const said = refusedWords(agent.error_code);
  // What to do says more than what the agent answered.
  const todo = comesBack && isGone ? " Start it on its host, then retry." : "";
  const detail = isLost
    ? "Start it on its host within 1 min, or it fails."
    : said?.detail
      ? `${said.text}. ${said.detail}`
      : isGone && now
        ? `Was offline too long. Online again, runs ${versionOf(now.agent_version ?? null)}.`
        : `${agent.detail}${todo}`;
  return (
    <li className="grid gap-1 border-b border-line px-4 py-2 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3">
        <Link
          to={href.session(now?.id ?? agent.session_id)}
          state={knownOf(agent)}
          className="link min-w-0 font-strong wrap-anywhere"
        >
          {sessionName(agent.session)}
        </Link>
        <Status tone={tone}>{text}</Status>
        {detail ? <span className="wrap-anywhere text-content-muted">{detail}</span> : null}
      </div>
      {agent.steps.length > 0 ? <Steps agent={agent} /> : null}
    </li>
  );
}

/** What its page can say of one that is gone. */
const knownOf = (agent: Agent): KnownSession => ({
  known: {
    name: sessionName(agent.session),
    ...(isAway(agent) && { since: agent.steps.at(-1)?.started_at }),
  },
});

function Steps({ agent }: { agent: Agent }) {
  const isOpen = agent.state === "running";
  return (
    <details open={isOpen}>
      <summary className="w-fit cursor-pointer text-xs leading-6 text-content-muted">
        {counted(agent.steps.length, "step")}
        {agent.attempts > 1 ? `, ${agent.attempts} attempts` : ""}
      </summary>
      <ol className="grid gap-0.5 text-xs">
        {agent.steps.map((step) => (
          <li
            key={`${step.kind} ${step.started_at} ${step.session_id}`}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3"
          >
            <span className="text-content-muted">{clockTime(Date.parse(step.started_at))}</span>
            <Status tone={step.result === null ? "run" : TONES[step.result]} wrap>
              {stepWords(step)}, <Seconds step={step} />
              {step.detail ? `. ${step.detail}` : ""}
            </Status>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Seconds({ step }: { step: Agent["steps"][number] }) {
  const now = useNow(1_000);
  return `${stepSeconds(step, now)} s`;
}
