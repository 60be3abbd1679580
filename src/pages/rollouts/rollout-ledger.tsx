import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import type { KnownSession } from "#fleet/known-session.ts";
import { refusedWords } from "#fleet/action-text.ts";
import { BatchUrls } from "#fleet/rollout/batch-urls.tsx";
import { AGENT_WORDS, batchTitle, stepSeconds, stepWords } from "#fleet/rollout/rollout-words.ts";
import { href } from "#resources/paths.ts";
import { sessionName } from "#resources/session-name.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { counted, plural } from "#ui/format.ts";
import { Panel } from "#ui/panel.tsx";
import { Status, type StatusTone } from "#ui/status.tsx";
import { clockTime, useNow } from "#ui/time.tsx";
import { AwayUrls } from "./away-urls.tsx";

const poll = tunnelSessions.every(5000);

type Agent = Rollout["agents"][number];

const TONES: Record<NonNullable<Agent["steps"][number]["result"]>, StatusTone> = {
  done: "ok",
  failed: "bad",
  unsure: "warn",
};

/** Does it go offline, or did it? Not once its command was refused or nothing was sent. */
function goesOffline({ state, steps }: Agent): boolean {
  const sent = steps.some(({ kind, result }) => ENDING.has(kind) && result !== "failed");
  return sent || state === "waiting" || state === "running";
}

/** What is known of the URLs of a batch that its agents take offline; null where some agents are back and some are not. */
function awayWords(own: readonly Agent[], urls: number): string | null {
  if (own.every(({ state }) => state === "waiting")) return "will go offline for a moment";
  if (own.some(({ state }) => state === "waiting" || state === "running")) return "offline for a moment";
  const away = own.filter(isAway);
  if (away.length === own.length) return "still offline";
  return away.length > 0 ? null : `${plural(urls, "was", "were")} offline for a moment`;
}

/** Failed since it was offline, as the rollout says. */
const isAway = ({ state, detail }: Agent) =>
  state === "failed" && /^(Still offline|Offline\.|Offline since)/.test(detail);

/** The steps that end a session. */
const ENDING: ReadonlySet<Agent["steps"][number]["kind"]> = new Set(["restart", "stop", "start"]);

/** Each agent of each batch, with its steps: when, for how long, and what it proved. */
export function RolloutLedger({ rollout: { action, agents, canary, plan } }: { rollout: Rollout }) {
  const { data: sessions } = useQuery({ ...tunnelSessions.query, refetchInterval: poll });
  const online = sessions && new Set(sessions.map(({ id }) => id));
  const batches = [...new Set(agents.map(({ batch }) => batch))].toSorted((a, b) => a - b);
  return batches.map((batch) => {
    const own = agents.filter((agent) => agent.batch === batch);
    const ids = new Set(own.map(({ session }) => session.id));
    // Which agent of a batch has which URL is not known: they go with a batch that has all agents of a planned one.
    const planned = plan.batches.filter(({ session_ids: all }) => all.every((id) => ids.has(id)));
    // Those of one that a retry has split go with the last batch that has agents of it.
    const rest = new Set(agents.filter((one) => one.batch > batch).map(({ session }) => session.id));
    const split = plan.batches
      .filter(({ session_ids: all }) => all.some((id) => ids.has(id)) && !all.some((id) => rest.has(id)))
      .filter((one) => !planned.includes(one))
      .flatMap((one) => one.offline);
    const offline = planned.flatMap((one) => one.offline);
    const staysUp = planned.flatMap((one) => one.stays_up);
    const away = action === "stop" ? "offline" : awayWords(own, offline.length);
    return (
      <Panel key={batch} title={batchTitle(batch, canary > 0)} count={counted(own.length, "agent")}>
        {offline.length + staysUp.length > 0 && own.some((one) => goesOffline(one) || isAway(one)) ? (
          <div className="grid gap-0.5 border-b border-line px-4 py-2">
            {away === null ? (
              <AwayUrls urls={offline} />
            ) : (
              <BatchUrls
                course={action === "stop" || away === "still offline" ? "dark" : "blink"}
                words={away}
                urls={offline}
              />
            )}
            <BatchUrls course="up" words="online through other sessions" urls={staysUp} />
          </div>
        ) : null}
        {action !== "stop" && split.length > 0 ? (
          <div className="grid gap-0.5 px-4 pt-2 empty:hidden">
            <AwayUrls urls={split} split />
          </div>
        ) : null}
        <ul aria-label={`Agents of batch ${batch}`}>
          {own.map((agent) => (
            <Row
              key={agent.session.id}
              agent={agent}
              comesBack={action !== "stop"}
              isOffline={online?.has(agent.session_id) === false}
            />
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

function Row(props: { agent: Agent; comesBack: boolean; isOffline: boolean }) {
  const { agent, comesBack, isOffline } = props;
  const step = agent.steps.at(-1);
  const isLost = useHolds(
    isOffline && agent.state === "running" && step !== undefined && !LEAVING.has(step.kind),
  );
  const { tone, text }: { tone: StatusTone; text: string } = isLost
    ? { tone: "warn", text: "Offline" }
    : AGENT_WORDS[agent.state];
  const said = refusedWords(agent.error_code);
  // What to do says more than what the agent answered.
  const todo = comesBack && isAway(agent) ? " Start it on its host, then retry." : "";
  const detail = isLost
    ? "Start it on its host within 1 min, or it fails."
    : said?.detail
      ? `${said.text}. ${said.detail}`
      : `${agent.detail}${todo}`;
  return (
    <li className="grid gap-1 border-b border-line px-4 py-2 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3">
        <Link
          to={href.session(agent.session_id)}
          state={knownOf(agent)}
          className="link min-w-0 truncate font-strong"
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
