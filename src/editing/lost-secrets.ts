import type { ModuleValue } from "#resources/modules.ts";
import { assumeSecrets, mergeSecrets, secretPaths } from "#contract/modules/secrets.ts";
import { diff } from "#forms/diff.ts";
import { sameJson, valueAt, type JsonObject, type Path } from "#forms/json.ts";
import { mapSecrets } from "./secret-values.ts";

/**
 * Where a service may hold a secret that it did not return, and that this request leaves out though what it belongs to is
 * still there. Such a save keeps it only where the service says so (decisions/contract/secrets.md). null and "" clear
 * it on purpose, and so do another client and none.
 */
export function lostSecrets(kind: string, base: ModuleValue, request: JsonObject): Path[] {
  if (base === null) return [];
  const held = assumeSecrets(kind, base);
  const kept = mergeSecrets(kind, request, held);
  return diff(base, held)
    .map(({ path }) => path)
    .filter((path) => valueAt(request, path) === undefined && valueAt(kept, path) !== undefined);
}

/** Why a module can't be turned on or off past its form, which writes it whole; undefined when it can. */
export function turnRefusal(kind: string, base: ModuleValue, secretsKept: boolean): string | undefined {
  return !secretsKept && base !== null && lostSecrets(kind, base, base).length > 0
    ? "The service doesn’t return the secret. Use the form and enter the secret again"
    : undefined;
}

/**
 * Where a request gives a secret that the service returned to another provider or client than it belongs to
 * (decisions/contract/secrets.md): it is kept only while these are the same.
 */
export function movedSecrets(kind: string, base: ModuleValue, request: JsonObject): Path[] {
  const paths: Path[] = [];
  mapSecrets(secretPaths(kind), base, (secret, path) => {
    const keeps = (value: JsonObject) =>
      valueAt(mergeSecrets(kind, withoutSecrets(kind, value), base), path) === secret;
    if (base && valueAt(request, path) === secret && keeps(base) && !keeps(request)) paths.push(path);
  });
  return paths;
}

function withoutSecrets(kind: string, value: ModuleValue): unknown {
  return mapSecrets(secretPaths(kind), value, () => undefined);
}

/** A change that was written: `sent` made `written` of `previous`; null = not set. */
type Written = { sent: ModuleValue; written: ModuleValue; previous: ModuleValue };

/** What an undo can't bring back, in words; and whether it can bring back the rest. */
export type UndoLoss = { says: string; rest: boolean };

/**
 * What is lost if `previous` is written again as it was read, without the secrets that the service did not return;
 * undefined when nothing is. `check` is what the contract says of `previous` in place of `written`.
 */
export function undoLoss(
  kind: string,
  { sent, written, previous }: Written,
  secretsKept: boolean,
  check: (request: JsonObject, base: ModuleValue) => readonly unknown[],
): UndoLoss | undefined {
  if (previous === null) return undefined;
  const held = assumeSecrets(kind, previous);
  const stays = written === null ? previous : mergeSecrets(kind, previous, assumeSecrets(kind, written));
  const lost = diff(previous, held)
    .map(({ path }) => path)
    .filter((path) => {
      const kept = secretsKept && sent !== null && valueAt(sent, path) === undefined;
      return !(kept && valueAt(mergeSecrets(kind, sent, held), path) && valueAt(stays, path));
    });
  if (lost.length === 0) return undefined;
  if (check(previous, written).length > 0 || sameJson(previous, withoutSecrets(kind, written)))
    return { says: `Can’t be undone: ${neverReturned(lost)}.`, rest: false };
  return { says: `Undo can’t restore everything: ${andNow(lost, secretsKept)}`, rest: true };
}

/**
 * What is lost if `value`, which the service had earlier, is saved over `whole`, in words: secrets that this visit replaced
 * since and did not know; undefined when nothing is.
 */
export function restoreLoss(
  kind: string,
  value: JsonObject,
  whole: ModuleValue,
  secretsKept: boolean,
): string | undefined {
  const lost = diff(value, mergeSecrets(kind, value, whole)).map(({ path }) => path);
  return lost.length === 0 ? undefined : `Not everything is restored: ${andNow(lost, secretsKept)}`;
}

const neverReturned = (lost: readonly Path[]) =>
  `the service doesn’t return the ${lost.map((path) => String(path.at(-1)).replaceAll("_", " ")).join(" and ")}`;

const andNow = (lost: readonly Path[], secretsKept: boolean) =>
  `${neverReturned(lost)}. ${secretsKept ? "The current secret stays." : "The secret may be deleted."}`;
