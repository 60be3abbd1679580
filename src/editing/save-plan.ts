import type { Together } from "#contract/modules/module-contract.ts";
import { isJsonObject, sameJson, type JsonObject } from "#forms/json.ts";
import type { Change } from "#forms/diff.ts";
import { mergeThree, type Choice, type Clash } from "#forms/merge.ts";

/** A module's value; null = not set. */
type Value = JsonObject | null;

/**
 * What to do with a draft after the service was read again: write it, merged with what others changed meanwhile
 * (`taken`), or ask first, because the same fields were changed (`clashes`) or the module was removed.
 */
export type SavePlan =
  | { do: "write"; value: JsonObject; taken: Change[] }
  | { do: "ask"; clashes: Clash[]; taken: Change[]; removed: boolean };

/** What was loaded, what the service has now and what is to be saved; and what of it merges as one. */
export type Versions = {
  base: Value;
  theirs: Value;
  mine: JsonObject;
  together?: readonly Together[] | undefined;
};

/** Compares the three versions. */
export function planSave({ base, theirs, mine, together }: Versions): SavePlan {
  if (sameJson(base, theirs)) return { do: "write", value: mine, taken: [] };
  if (theirs === null) return { do: "ask", clashes: [], taken: [], removed: true };
  const { merged, clashes, taken } = mergeThree({ base: base ?? {}, theirs, mine }, undefined, together);
  if (clashes.length > 0 || !isJsonObject(merged)) return { do: "ask", clashes, taken, removed: false };
  return { do: "write", value: merged, taken };
}

/** The value to save once each clash was decided. Clashes are named by their path as JSON. */
export function settle(three: Versions, sides: ReadonlyMap<string, Choice>): JsonObject {
  const { merged } = mergeThree(
    { ...three, base: three.base ?? {} },
    (clash) => sides.get(clashKey(clash)) ?? "mine",
    three.together,
  );
  return isJsonObject(merged) ? merged : three.mine;
}

/** The name of a clash in the map that {@link settle} takes. */
export function clashKey(clash: Clash): string {
  return JSON.stringify(clash.path);
}

/** A save that waits for a decision. */
export type Conflict = Extract<SavePlan, { do: "ask" }> & Versions;
