import type { ModuleValue } from "#api/modules.ts";
import { assumeSecrets, mergeSecrets } from "#contract/modules/secrets.ts";
import { diff } from "#forms/diff.ts";
import { isJsonObject, own, type JsonObject, type Path } from "#forms/json.ts";

/**
 * Where a service may hold a secret that it did not return, and that this request leaves out though what it belongs to is
 * still there. Such a save keeps it only where the service says so (design decision 17). null and "" clear it on purpose,
 * and so do another client and none.
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
    ? "The service did not return the secret: switch it in the form, and save it with the secret"
    : undefined;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (node, part) => (isJsonObject(node) ? own(node, String(part)) : undefined),
    value,
  );
}
