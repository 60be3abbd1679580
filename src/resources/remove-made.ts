import { ApiError } from "#api/errors.ts";
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
