import { secretPaths } from "#contract/modules/secrets.ts";
import { isJsonObject, valueAt, type JsonObject, type Path } from "#forms/json.ts";

/** Where the secrets of a kind are, as `secretPaths` lists them: `*` stands for any name. */
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

/**
 * What a form shows of `value`, once its secrets that are not `base`'s are shown as they were entered: typed, or cleared.
 * Those of `base` are kept.
 */
export function showEntered(
  secrets: SecretPaths,
  form: unknown,
  value: unknown,
  base: unknown,
  path: Path = [],
): unknown {
  if (isSecretPath(secrets, path)) {
    const secret = valueAt(value, path);
    if (secret === valueAt(base, path)) return form;
    if (secret === null) return { mode: "clear", text: "" };
    return typeof secret === "string" && secret !== "" ? { mode: "replace", text: secret } : form;
  }
  if (secrets.length === 0 || !isJsonObject(form)) return form;
  return Object.fromEntries(
    Object.entries(form).map(([name, item]) => [
      name,
      showEntered(secrets, item, value, base, [...path, name]),
    ]),
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

/** The stand-ins of {@link hideSecrets} in a value, each once. */
export function standInsOf(secrets: SecretPaths, value: unknown): string[] {
  const found = new Set<string>();
  mapSecrets(secrets, value, (_, path) => void found.add(standIn(path)));
  return [...found];
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
    const held = valueAt(before, path);
    if (typeof held !== "string" || held === "") lost ??= path;
    return held;
  });
  return lost ? { lost } : { value };
}

/** `value` as it may be shown beside `base`, shown by {@link hideSecrets}: a secret that is not `base`'s reads as a new one. */
export function newSecretsTold(secrets: SecretPaths, value: unknown, base: unknown): unknown {
  return mapSecrets(secrets, value, (secret, path) =>
    valueAt(base, path) === secret ? standIn(path) : `‹new ${String(path.at(-1))}›`,
  );
}

type Copied = {
  value: JsonObject;
  /** Names of the fields that were left out. */
  leftOut: string[];
};

function copied(map: (say: (secret: string, path: Path) => undefined) => unknown): Copied {
  const leftOut = new Set<string>();
  const value = map((_, path) => void leftOut.add(String(path.at(-1))));
  return { value: JSON.parse(JSON.stringify(value)) as JsonObject, leftOut: [...leftOut] };
}

/** A module without its secrets, as it is copied: a stand-in would be sent and stored as the secret. */
export function leaveOutSecrets(secrets: SecretPaths, module: JsonObject): Copied {
  return copied((say) => mapSecrets(secrets, module, say));
}

/** A route or an edge without the secrets of its modules and routes, as it is copied. */
export function leaveOutOwnerSecrets(owner: JsonObject): Copied {
  return copied((say) => mapOwnerSecrets(owner, say));
}

/** A route or an edge as it may be shown: stand-ins for the secrets of its modules and routes. */
export function hideOwnerSecrets(owner: JsonObject): JsonObject {
  return mapOwnerSecrets(owner, (_, path) => standIn(path));
}

function mapOwnerSecrets(owner: JsonObject, say: (secret: string, path: Path) => unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(owner).map(([name, value]) => {
      if (name !== "routes" || !Array.isArray(value))
        return [name, mapSecrets(secretPaths(name), value, say)];
      return [
        name,
        value.map((route: unknown) => (isJsonObject(route) ? mapOwnerSecrets(route, say) : route)),
      ];
    }),
  );
}
