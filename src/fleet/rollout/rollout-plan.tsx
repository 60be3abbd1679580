import type { RolloutAction, RolloutPlan } from "#contract/rollouts/rollout.ts";
import { plural } from "#ui/format.ts";
import { expectedBlink } from "../blinks.ts";
import { useBlinks } from "../use-blinks.ts";
import { BatchUrls } from "./batch-urls.tsx";
import { SkippedList } from "../skipped-list.tsx";
import { batchTitle, skippedNames } from "./rollout-words.ts";

type Props = { plan: RolloutPlan; action: RolloutAction; nameOf: (id: string) => string; hasCanary: boolean };

/** Who is in which batch, which URLs go offline with it and which stay online, and who is skipped and why. */
export function RolloutPlanView({ plan, action, nameOf, hasCanary }: Props) {
  const blinks = useBlinks();
  const expected = (ids: readonly string[]) =>
    blinks && action !== "stop" ? expectedBlink(blinks(ids)) : undefined;
  const isOne = plan.batches.flatMap((batch) => batch.session_ids).length === 1;
  const down = plan.batches.filter(({ offline }) => offline.length > 0).flatMap((batch) => batch.session_ids);
  const lengthOf = (ids: readonly string[]) => {
    const length = expected(ids)?.length;
    return length ? ` for ${length}` : "";
  };
  return (
    <div className="grid gap-3">
      {plan.batches.length > 0 ? (
        <ol
          aria-label="Batches"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- only with focus do arrow keys scroll it
          tabIndex={0}
          className="max-h-64 overflow-auto rounded-md border border-line px-3"
        >
          {plan.batches.map((batch, i) => (
            <li key={batch.session_ids[0]} className="grid gap-0.5 border-b border-line py-1.5 last:border-0">
              <span>
                {isOne ? null : <strong className="font-strong">{batchTitle(i + 1, hasCanary)} </strong>}
                <span className="wrap-anywhere">{batch.session_ids.map(nameOf).join(", ")}</span>
              </span>
              <BatchUrls
                course={action === "stop" ? "dark" : "blink"}
                words={`${plural(batch.offline.length, "goes", "go")} offline${lengthOf(batch.session_ids)}`}
                urls={batch.offline}
              />
              <BatchUrls course="up" words="online through other sessions" urls={batch.stays_up} />
            </li>
          ))}
        </ol>
      ) : null}
      {down.length > 0 && action !== "stop" ? (
        <p className="text-content-muted">{expected(down)?.source}</p>
      ) : null}
      {plan.skipped.length > 0 ? (
        <div>
          <p>{plan.skipped.length} skipped</p>
          <SkippedList of={skippedNames(plan, nameOf)} />
        </div>
      ) : null}
    </div>
  );
}
