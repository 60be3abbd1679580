import type { RolloutAction, RolloutPlan } from "#contract/rollouts/rollout.ts";
import { counted } from "#ui/format.ts";
import { expectedBlink } from "../blinks.ts";
import { CourseLine, type Course } from "../course-line.tsx";
import { useBlinks } from "../use-blinks.ts";
import { batchTitle } from "./rollout-words.ts";

type Props = { plan: RolloutPlan; action: RolloutAction; nameOf: (id: string) => string; hasCanary: boolean };

/** Who is in which batch, which URLs go offline with it and which stay online, and who is skipped and why. */
export function RolloutPlanView({ plan, action, nameOf, hasCanary }: Props) {
  const blinks = useBlinks();
  const expected = (ids: readonly string[]) =>
    blinks && action !== "stop" ? expectedBlink(blinks(ids)) : undefined;
  const down = plan.batches.filter(({ offline }) => offline.length > 0).flatMap((batch) => batch.session_ids);
  const lengthOf = (ids: readonly string[]) => {
    const length = expected(ids)?.length;
    return length ? ` for ${length}` : "";
  };
  return (
    <div className="grid gap-3">
      <ol
        aria-label="Batches"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- only with focus do arrow keys scroll it
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-md border border-line px-3"
      >
        {plan.batches.map((batch, i) => (
          <li key={batch.session_ids[0]} className="grid gap-0.5 border-b border-line py-1.5 last:border-0">
            <span>
              <strong className="font-strong">{batchTitle(i + 1, hasCanary)}</strong>{" "}
              <span className="wrap-anywhere">{batch.session_ids.map(nameOf).join(", ")}</span>
            </span>
            <Urls
              course={action === "stop" ? "dark" : "blink"}
              words={`offline${lengthOf(batch.session_ids)}`}
              urls={batch.offline}
            />
            <Urls course="up" words="online through other sessions" urls={batch.stays_up} />
          </li>
        ))}
      </ol>
      {down.length > 0 && action !== "stop" ? (
        <p className="text-content-muted">{expected(down)?.source}</p>
      ) : null}
      {plan.skipped.length > 0 ? (
        <div>
          <p>{plan.skipped.length} skipped</p>
          <ul className="text-content-muted">
            {plan.skipped.map(({ session_id: id, reason }) => (
              <li key={id} className="wrap-anywhere">
                <strong className="font-strong">{nameOf(id)}</strong> {reason}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

/** So many are shown before the rest is asked for. */
const SHOWN = 5;

function Urls({ course, words, urls }: { course: Course; words: string; urls: readonly string[] }) {
  if (urls.length === 0) return null;
  const rest = urls.slice(SHOWN);
  return (
    <div className="flex gap-2 text-content-muted">
      <CourseLine of={course} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        {counted(urls.length, "URL")} {words}: {urls.slice(0, SHOWN).join(", ")}
        {rest.length > 0 ? (
          <details>
            <summary className="w-fit cursor-pointer">and {rest.length} more</summary>
            {rest.join(", ")}
          </details>
        ) : null}
      </div>
    </div>
  );
}
