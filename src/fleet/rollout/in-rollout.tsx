import { useQueries, useQuery } from "@tanstack/react-query";
import { pollEvery } from "#api/query-client.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { href } from "#resources/paths.ts";
import { capital } from "#ui/format.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { rolloutList, rolloutQuery } from "./rollouts.ts";
import { ACTION_TITLES, stepWords } from "./rollout-words.ts";

const poll = pollEvery(5_000);
const NONE: readonly never[] = [];

/** Says that a rollout which has not ended has this session still to do, or is at it; nothing of any other session. */
export function InRollout({ id }: { id: string }) {
  const { data = NONE } = useQuery({ ...rolloutList, refetchInterval: poll, retry: false });
  const open = data.filter(({ ended_at: ended }) => ended === null);
  const rollout = useQueries({
    queries: open.map((one) => ({ ...rolloutQuery(one.id), refetchInterval: poll, retry: false })),
    combine: (all) => all.find((one) => one.data && agentOf(one.data, id))?.data,
  });
  const agent = rollout && agentOf(rollout, id);
  if (!agent) return null;
  const step = agent.steps.at(-1);
  const does = ACTION_TITLES[rollout.action].toLowerCase();
  return (
    <Note tone="run" actions={<ButtonLink to={href.rollout(rollout.id)}>Show rollout</ButtonLink>}>
      {agent.state === "running"
        ? `A rollout is at this agent: ${does}. ${step ? `${capital(stepWords(step))}. ` : ""}`
        : `${rollout.status === "paused" ? "A paused rollout" : "A rollout"} will ${does} this agent. `}
      Wait until it is done, or halt it before you send a command.
    </Note>
  );
}

const agentOf = ({ status, agents }: Rollout, id: string) =>
  agents.find(
    ({ session_id, state }) =>
      session_id === id && (state === "running" || (state === "waiting" && status !== "halted")),
  );
