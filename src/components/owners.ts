import { ownerKind } from "#resources/owner-kind.ts";
import { counted } from "#ui/format.ts";

type Owned = { id: string; owner_id?: string | null | undefined };

/** Whose the owner of the key in use is. */
export const YOU = "You";
const KIND_WORDS = { user: "A user", bot: "A bot", other: "An owner", unknown: "An owner" };

/** An owner that is known, whose it is in words ("You", "A bot"), and what it owns. */
export type Owner = { id: string; who: string; owns: string };

/** "2 keys, 1 authtoken". */
function countsText(keys: number, tokens: number): string {
  const part = (count: number, one: string) => (count === 0 ? [] : [counted(count, one)]);
  return [...part(keys, "key"), ...part(tokens, "authtoken")].join(", ");
}

/**
 * The owners that keys and authtokens name, oneself (the owner of the key in use) first, then those that own most. The
 * API has no list of users.
 */
export function ownersOf(
  keys: readonly Owned[],
  tokens: readonly Owned[],
  isInUse: (keyId: string) => boolean,
): Owner[] {
  const counts = new Map<string, { keys: number; tokens: number }>();
  const count = (list: readonly Owned[], kind: "keys" | "tokens") => {
    for (const { owner_id: owner } of list) {
      if (!owner) continue;
      const before = counts.get(owner) ?? { keys: 0, tokens: 0 };
      counts.set(owner, { ...before, [kind]: before[kind] + 1 });
    }
  };
  count(keys, "keys");
  count(tokens, "tokens");
  const self = keys.find(({ id }) => isInUse(id))?.owner_id;
  const rank = (id: string) => (id === self ? Infinity : 0);
  return [...counts]
    .map(([id, { keys: some, tokens: others }]) => ({ id, some, others }))
    .toSorted(
      (a, b) => rank(b.id) - rank(a.id) || b.some + b.others - a.some - a.others || (a.id < b.id ? -1 : 1),
    )
    .map(({ id, some, others }) => ({
      id,
      who: id === self ? YOU : KIND_WORDS[ownerKind(id)],
      owns: countsText(some, others),
    }));
}
