import type { ModuleValue } from "#api/modules.ts";
import { assumeSecrets } from "#contract/modules/secrets.ts";
import { diff } from "#forms/diff.ts";
import { isJsonObject, own, type JsonObject, type Path } from "#forms/json.ts";

/**
 * Where a service may hold a secret that it did not return, and that this request leaves out though what it belongs to is
 * still there. Such a save keeps it only where the service says so (design decision 17). null and "" clear it on purpose.
 */
export function lostSecrets(kind: string, base: ModuleValue, request: JsonObject): Path[] {
  if (base === null) return [];
  return diff(base, assumeSecrets(kind, base))
    .map(({ path }) => path)
    .filter((path) => {
      const owner = path
        .slice(0, -1)
        .reduce<unknown>((node, part) => (isJsonObject(node) ? own(node, String(part)) : undefined), request);
      return isJsonObject(owner) && own(owner, String(path.at(-1))) === undefined;
    });
}

/** Why a module can't be turned on or off past its form, which writes it whole; undefined when it can. */
export function turnRefusal(kind: string, base: ModuleValue, secretsKept: boolean): string | undefined {
  return !secretsKept && base !== null && lostSecrets(kind, base, base).length > 0
    ? "The service did not return the secret: switch it in the form, and save it with the secret"
    : undefined;
}
