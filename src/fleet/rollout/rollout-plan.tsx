import type { RolloutPlan } from "#contract/rollouts/rollout.ts";
import { counted } from "#ui/format.ts";
import { batchTitle } from "./rollout-words.ts";

type Props = { plan: RolloutPlan; nameOf: (id: string) => string; hasCanary: boolean };

/** Who is in which batch, which URLs go offline with it and which stay online, and who is skipped and why. */
export function RolloutPlanView({ plan, nameOf, hasCanary }: Props) {
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
            {batch.offline.length > 0 ? (
              <span className="wrap-anywhere text-content-muted">
                {counted(batch.offline.length, "URL")} offline: {batch.offline.join(", ")}
              </span>
            ) : null}
            {batch.stays_up.length > 0 ? (
              <span className="wrap-anywhere text-content-muted">
                {counted(batch.stays_up.length, "URL")} online through other sessions:{" "}
                {batch.stays_up.join(", ")}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
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
