import { ID_PREFIXES } from "#contract/common.ts";

/** The kinds of owner there are. */
export const OWNER_KINDS = ["user", "bot", "other", "unknown"] as const;

/** What an owner is, by the prefix of its id: a user or a bot. */
export function ownerKind(id: string | null | undefined): (typeof OWNER_KINDS)[number] {
  if (!id) return "unknown";
  if (id.startsWith(`${ID_PREFIXES.user}_`)) return "user";
  return id.startsWith("bot_") ? "bot" : "other";
}
