import { MODULE_SECRETS } from "#contract/modules/secrets.ts";
import { isJsonObject, sameJson, type JsonObject, type Path } from "#forms/json.ts";

/** Where the secrets of a kind are, as `MODULE_SECRETS` lists them: `*` stands for any name. */
export type SecretPaths = readonly (readonly string[])[];

/** Whether a secret stands at a path. */
function isSecretPath(secrets: SecretPaths, path: Path): boolean {
  return secrets.some(
    (secret) =>
      secret.length === path.length && secret.every((part, index) => part === "*" || part === path[index]),
  );
}

/** `value`, which stands at `path`, with every secret in it that is not empty replaced by what `say` answers. */
export function mapSecrets(
  secrets: SecretPaths,
  value: unknown,
  say: (secret: string, path: Path) => unknown,
  path: Path = [],
): unknown {
  if (secrets.length === 0) return value;
  if (isSecretPath(secrets, path))
    return typeof value === "string" && value !== "" ? say(value, path) : value;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapSecrets(secrets, item, say, [...path, name])]),
  );
}

/** What stands in a text in place of a secret: "‹client_secret›". */
function standIn(path: Path): string {
  return `‹${String(path.at(-1))}›`;
}

/** A value as it may be shown: stand-ins for its secrets. */
export function hideSecrets(secrets: SecretPaths, value: unknown): unknown {
  return mapSecrets(secrets, value, (_, path) => standIn(path));
}

/** A value that was edited as text: each stand-in is again the secret that stood at its place in `before`. */
export function revealSecrets(
  secrets: SecretPaths,
  edited: unknown,
  before: JsonObject,
): { value: unknown } | { lost: Path } {
  let lost: Path | undefined;
  const value = mapSecrets(secrets, edited, (text, path) => {
    if (text !== standIn(path)) return text;
    const held = path.reduce<unknown>(
      (node, part) => (isJsonObject(node) ? node[String(part)] : undefined),
      before,
    );
    if (typeof held !== "string" || held === "") lost ??= path;
    return held;
  });
  return lost ? { lost } : { value };
}

/** A value whose secrets are told apart in words, for a comparison with `other`: never the secret itself. */
export function secretsInWords(secrets: SecretPaths, value: unknown, other: unknown): unknown {
  return mapSecrets(secrets, value, (secret, path) => {
    const beside = path.reduce<unknown>(
      (node, part) => (isJsonObject(node) ? node[String(part)] : undefined),
      other,
    );
    return sameJson(beside, secret) ? standIn(path) : `‹${secret.length} characters›`;
  });
}

/** A route or an edge, answered or to be sent, as it may be shown: stand-ins for the secrets of its modules and routes. */
export function hideOwnerSecrets(owner: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(owner).map(([name, value]) => [
      name,
      name === "routes" && Array.isArray(value)
        ? value.map((route) => (isJsonObject(route) ? hideOwnerSecrets(route) : (route as unknown)))
        : hideSecrets(MODULE_SECRETS[name] ?? [], value),
    ]),
  );
}
