import type { Event } from "#contract/event.ts";
import type { RolloutSummary } from "#contract/rollouts/rollout.ts";
import { ACTION_TITLES, rolloutTitle } from "#fleet/rollout/rollout-words.ts";
import { href } from "#resources/paths.ts";

const noun = { one: "rollout", many: "rollouts" };

type Told = { did: string; noun: typeof noun; object: string; to: string; detail: string };

/** What somebody did who left it so. What comes of it later is on its page: no event says it. */
const LEFT: Record<RolloutSummary["status"], string> = {
  running: "resumed",
  paused: "paused",
  halted: "halted",
  done: "updated",
};

const isRollout = ({ id, action, counts }: Event["object"]): boolean =>
  String(id).startsWith("ro_") && Object.hasOwn(ACTION_TITLES, String(action)) && Boolean(counts);

/** A rollout is told by its title, with what was done with it: "started", "paused". */
export function ofRollout(object: Event["object"], verb: string): Partial<Told> {
  if (!isRollout(object)) return {};
  const rollout = object as RolloutSummary;
  const did = verb === "created" ? "started" : LEFT[rollout.status];
  return { did, noun, object: rolloutTitle(rollout), to: href.rollout(rollout.id), detail: "" };
}
