import { byteLength, DESCRIPTION_MAX_BYTES } from "#contract/common.ts";
import { inWords } from "#ui/format.ts";
import { useTimed } from "#ui/time.tsx";
import { awaitsRestart, isUnheard, type FleetAction } from "../action.ts";
import { refusesUpdates } from "../action-text.ts";
import { ALREADY_UPDATED } from "../commands.ts";
import { useActions } from "../use-fleet.ts";

/** Those of some agents whose update is installed: what is left of it is their restart. */
export function useInstalled(ids: readonly string[]): ReadonlySet<string> {
  const actions = useActions();
  const installed = useTimed((now) =>
    actions
      .flatMap((one) => (awaitsRestart(one) && !isUnheard(one, now) ? one.sessionId : []))
      .filter((id) => ids.includes(id))
      .join(" "),
  );
  return new Set(installed.split(" "));
}

/** Who is known to refuse an update, which would halt the rollout where it goes first, or to wait for its host with it. */
export function refusingOf(
  ids: readonly string[],
  actions: readonly FleetAction[],
  installed: ReadonlySet<string>,
  isByHand: (id: string) => boolean,
) {
  return ids.flatMap((session_id) => {
    const waits = installed.has(session_id) && isByHand(session_id) ? ALREADY_UPDATED.byHand : null;
    const reason = refusesUpdates(session_id, actions) ?? waits;
    return reason === null ? [] : { session_id, reason };
  });
}

/** So many of them are named. */
const NAMED = 3;

/** How they were chosen, with who is left out of it, for who reads it later; as far as there is room. */
export function withSkipped(chosen: string, names: readonly string[]): string {
  const text = `${chosen}. Skipped: ${inWords(names, NAMED)}`;
  return names.length > 0 && chosen !== "" && byteLength(text) <= DESCRIPTION_MAX_BYTES ? text : chosen;
}
