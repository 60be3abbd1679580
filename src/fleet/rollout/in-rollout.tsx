import { useQuery } from "@tanstack/react-query";
import { pollEvery } from "#api/query-client.ts";
import { href } from "#resources/paths.ts";
import { capital, counted } from "#ui/format.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { type Held, heldQuery } from "./rollouts.ts";
import { ACTION_TITLES, stepWords } from "./rollout-words.ts";

const poll = pollEvery(5_000);

/** Says that a rollout which has not ended has this session still to do, or is at it; nothing of any other session. */
export function InRollout({ id }: { id: string }) {
  const held = useHeld();
  const found = held.find(({ agent }) => agent.session_id === id);
  if (!found) return null;
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

/** Says that rollouts have some of these sessions still to do; nothing where they have none. */
export function InRollouts({ ids }: { ids: readonly string[] }) {
  const held = useHeld().filter(({ agent }) => ids.includes(agent.session_id));
  const [first] = held;
  if (!first) return null;
  const isOne = held.every(({ rollout }) => rollout.id === first.rollout.id);
  return (
    <Note
      tone="warn"
      actions={
        <ButtonLink to={isOne ? href.rollout(first.rollout.id) : href.rollouts()}>
          {isOne ? "Show rollout" : "Show rollouts"}
        </ButtonLink>
      }
    >
      {counted(held.length, "of these agents is", "of these agents are")} in{" "}
      {isOne ? "a rollout" : "rollouts"} already. Wait until {isOne ? "it is" : "they are"} done, or halt{" "}
      {isOne ? "it" : "them"} before you send a command.
    </Note>
  );
}

const NONE: readonly Held[] = [];
const useHeld = () => useQuery({ ...heldQuery, refetchInterval: poll }).data ?? NONE;
