import type { Event } from "#contract/event.ts";
import type { RolloutSummary } from "#contract/rollouts/rollout.ts";
import { ACTION_TITLES, rolloutTitle, sizeOf } from "#fleet/rollout/rollout-words.ts";
import { href } from "#resources/paths.ts";
import { counted } from "#ui/format.ts";

const ROLLED = {
  update_and_restart: "updated and restarted",
  restart: "restarted",
  stop: "stopped",
} as const;
const noun = { one: "rollout", many: "rollouts" };

type Told = { did?: string; noun: typeof noun; object: string; to: string; detail: string };

const isRollout = ({ id, action, counts }: Event["object"]): boolean =>
  String(id).startsWith("ro_") && Object.hasOwn(ACTION_TITLES, String(action)) && Boolean(counts);

/** A rollout is told as what it does: "updated and restarted 11 agents"; later on by its title, with what it is now. */
export function ofRollout(object: Event["object"], verb: string): Partial<Told> {
  if (!isRollout(object)) return {};
  const rollout = object as RolloutSummary;
  const to = href.rollout(rollout.id);
  if (verb !== "created") return { noun, object: rolloutTitle(rollout), to, detail: rollout.status };
  const agents = counted(sizeOf(rollout), "agent");
  return { did: ROLLED[rollout.action], noun: { ...noun, one: "" }, object: agents, to, detail: "" };
}
