import type { Event } from "#contract/event.ts";
import type { PolicyRow } from "#resources/ip-policies.ts";
import { kindOf } from "#resources/ref-target.ts";
import { shortenId } from "#ui/format.ts";

/** The policy of an IP rule by its name: as it is now, or of one that was deleted as events last told it. */
export function policyOf(events: readonly Event[], policies: readonly PolicyRow[]) {
  const told = events.flatMap(({ object: { id, description } }) =>
    typeof id === "string" && kindOf(id) === "ipPolicy"
      ? { id, description: typeof description === "string" ? description : "" }
      : [],
  );
  const names = new Map(
    [...told.toReversed(), ...policies].map((row) => [row.id, row.description || shortenId(row.id)]),
  );
  return ({ ip_policy: policy }: Event["object"]): string | undefined =>
    names.get((policy as { id?: string } | undefined)?.id ?? "");
}
