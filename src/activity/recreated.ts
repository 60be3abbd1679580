import type { Event } from "#contract/event.ts";
import { EDGE_KINDS } from "#resources/edge-names.ts";
import { kindOf } from "#resources/ref-target.ts";

/** What of a deletion can be created again; authtokens and keys are gone with their tokens. */
const RESTORABLE: ReadonlySet<string> = new Set([
  ...Object.values(EDGE_KINDS),
  "route",
  "ipPolicy",
  "ipPolicyRule",
  "tunnelGroupBackend",
  "certificateAuthority",
]);
export const isRestorable = (object: Event["object"]) => RESTORABLE.has(kindOf(String(object["id"])) ?? "");

/** A thing that is created again, and what it was in, have new ones. */
const NEW_EACH_TIME: ReadonlySet<string> = new Set(["id", "uri", "created_at", "edge_id"]);

/** A thing as it is but for its IDs. `name` = what it is called where it is shown, with what it is in. */
const likenessOf = (object: Event["object"], name: string): string =>
  JSON.stringify([
    kindOf(String(object["id"])),
    name,
    JSON.stringify(object, (key, value: unknown) => (NEW_EACH_TIME.has(key) ? undefined : value)),
  ]);

/**
 * The IDs of those events, newest first, that create just what one of them deleted before: by Restore, by Undo or by hand, which
 * no event says (decisions/console/recent-changes.md).
 */
export function recreatedIn(told: readonly { event: Event; name: string }[]): ReadonlySet<string> {
  const gone = new Set<string>();
  const found = new Set<string>();
  for (const { event, name } of told.toReversed()) {
    const { event_type: type, event_id: id, object } = event;
    const isDeleted = type.includes("_deleted.");
    if (!isRestorable(object) || !(isDeleted || type.includes("_created."))) continue;
    const likeness = likenessOf(object, name);
    if (isDeleted) gone.add(likeness);
    else if (gone.delete(likeness)) found.add(id);
  }
  return found;
}
