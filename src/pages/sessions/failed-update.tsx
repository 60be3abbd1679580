import type { FleetAction } from "#fleet/action.ts";
import { saidText, stateWords } from "#fleet/action-text.ts";
import { Pill } from "#ui/status.tsx";

/** That the last update of an agent did not take, and why on hover. */
export function FailedUpdate({ action }: { action: FleetAction }) {
  const said = stateWords(action, action.sentAt);
  return (
    <span title={saidText(said)} className="min-w-0">
      <Pill tone="bad">{said.text}</Pill>
    </span>
  );
}
