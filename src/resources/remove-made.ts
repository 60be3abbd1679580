import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "#api/errors.ts";
import { formatCount } from "#ui/format.ts";
import { findEdgeUsers, type EdgeUser, type Used } from "./edge-users.ts";
import { unlessGone } from "./settle.ts";

type Writes = { remove: (id: string) => Promise<void>; read: (id: string) => Promise<unknown> };

/** Undoes a creation; what was deleted meanwhile is undone. A 404 to the deletion alone is no proof of that: it is looked for. */
export async function removeMade(writes: Writes, id: string): Promise<void> {
  try {
    await writes.remove(id);
  } catch (error) {
    const isGone =
      error instanceof ApiError && error.status === 404 && (await unlessGone(writes.read(id))) === null;
    if (!isGone) throw error;
  }
}

/** {@link removeMade} of what modules may use by then: null once it is gone, else who uses it, of several the first with how many more. */
export async function removeUnused(client: QueryClient, writes: Writes, of: Used): Promise<EdgeUser | null> {
  try {
    await removeMade(writes, of.id);
    return null;
  } catch (error) {
    const isUsed = error instanceof ApiError && error.status === 409;
    const [first, ...more] = isUsed ? await findEdgeUsers(client, of) : [];
    if (!first) throw error;
    return more.length > 0 ? { ...first, name: `${first.name} and ${formatCount(more.length)} more` } : first;
  }
}
