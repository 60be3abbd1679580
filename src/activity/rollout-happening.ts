import type { Event } from "#contract/event.ts";
import type { RolloutSummary } from "#contract/rollouts/rollout.ts";
import { ACTION_TITLES, countWords, rolloutTitle, settingsWords } from "#fleet/rollout/rollout-words.ts";
import { href } from "#resources/paths.ts";
import { counted } from "#ui/format.ts";

const noun = { one: "rollout", many: "rollouts" };

type Told = { did: string; noun: typeof noun; object: string; to: string; detail: string };

/** What somebody did who left it so. What comes of it later is on its page: only the event of who went on says it. */
const LEFT: Record<RolloutSummary["status"], string> = {
  running: "resumed",
  paused: "paused",
  halted: "halted",
  done: "updated",
};

/** What had halted it by itself; that somebody did has an event of its own. */
const HALTED_BY: Readonly<Record<string, string>> = {
  canary: "it had halted after a failed canary",
  failures: "it had halted after too many failures",
  percent: "it had halted after too many failures",
  errors: "it had halted after too many errors",
} satisfies Record<Exclude<RolloutSummary["halted_by"], "asked" | null>, string>;

const isRollout = (object: Event["object"]): object is Event["object"] & RolloutSummary =>
  String(object["id"]).startsWith("ro_") &&
  Object.hasOwn(ACTION_TITLES, String(object["action"])) &&
  Boolean(object["counts"]);

/** A rollout is told by its title, with what was done with it: "started", "paused", "retried". */
export function ofRollout(
  { object, gatehouse }: Pick<Event, "object" | "gatehouse">,
  verb: string,
): Partial<Told> {
  if (!isRollout(object)) return {};
  const { counts: before, halted_by: by } = (gatehouse?.before ?? {}) as Partial<RolloutSummary>;
  const isRetry = before !== undefined && before.failed > object.counts.failed;
  const did = verb === "created" ? "started" : isRetry ? "retried" : LEFT[object.status];
  const retried = isRetry ? counted(before.failed - object.counts.failed, "failed agent") : "";
  const detail = [retried, HALTED_BY[by ?? ""]].filter(Boolean).join(", ");
  return { did, noun, object: rolloutTitle(object), to: href.rollout(object.id), detail };
}

/** How a rollout was chosen, how it goes, and where its agents were then; null of anything else. */
export function rolloutLines({ object }: Pick<Event, "object">): string[] | null {
  if (!isRollout(object)) return null;
  return [object.chosen, settingsWords(object), `${countWords(object)}.`].filter(Boolean);
}
