import { useQuery } from "@tanstack/react-query";
import { pollEvery } from "#api/query-client.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { href } from "#resources/paths.ts";
import { capital } from "#ui/format.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { ofSessionKey } from "./of-session.ts";
import { rolloutList, rolloutQuery } from "./rollouts.ts";
import { ACTION_TITLES, stepWords } from "./rollout-words.ts";

const poll = pollEvery(5_000);

/** Says that a rollout which has not ended has this session still to do, or is at it; nothing of any other session. */
export function InRollout({ id }: { id: string }) {
  const { data: found } = useQuery({
    queryKey: ofSessionKey(id),
    queryFn: async ({ client }) => {
      const listed = await client.fetchQuery(rolloutList);
      const open = listed.filter(({ ended_at: ended }) => ended === null);
      const read = await Promise.all(open.map((one) => client.fetchQuery(rolloutQuery(one.id))));
      const all = read.map((rollout) => ({ rollout, agent: agentOf(rollout, id) }));
      return all.find(({ agent }) => agent) ?? null;
    },
    refetchInterval: poll,
    retry: false,
  });
  if (!found?.agent) return null;
  const { rollout, agent } = found;
  const step = agent.steps.at(-1);
  const does = ACTION_TITLES[rollout.action].toLowerCase();
  const isPaused = rollout.status === "paused" && agent.state === "waiting";
  return (
    <Note
      tone={isPaused ? "warn" : "run"}
      actions={<ButtonLink to={href.rollout(rollout.id)}>Show rollout</ButtonLink>}
    >
      {agent.state === "running"
        ? `A rollout is at this agent: ${does}. ${step ? `${capital(stepWords(step))}. ` : ""}`
        : `${isPaused ? "A paused rollout" : "A rollout"} will ${does} this agent. `}
      {isPaused
        ? "Halt it before you send a command."
        : "Wait until it is done, or halt it before you send a command."}
    </Note>
  );
}

const agentOf = ({ status, agents }: Rollout, id: string) =>
  agents.find(
    ({ session_id, state }) =>
      session_id === id && (state === "running" || (state === "waiting" && status !== "halted")),
  );
