import { secretFieldsOf } from "./kinds.ts";
import type { Fields, SecretField } from "./module-contract.ts";

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const own = (fields: Fields, name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined);
const filled = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Where the write-only fields of a kind are; `*` stands for any member (decisions/contract/secrets.md). */
export function secretPaths(kind: string): readonly (readonly string[])[] {
  return secretFieldsOf(kind).map(({ path }) => path);
}

/** What a secret belongs to, as one text to compare; null when it can't be told or there is none for it. */
function subject(fields: Fields, { of, anyCase }: SecretField): string | null {
  const values = of.map((name) => own(fields, name));
  if (!values.every(filled)) return null;
  return JSON.stringify(anyCase ? values.map((text) => text.toLowerCase()) : values);
}

/** `fields` with the objects that hold a secret changed by `change`, each given with its counterpart in `beside`. */
function atSecret(
  fields: Fields,
  beside: Fields | null,
  path: readonly string[],
  change: (holder: Fields, counterpart: Fields | null, name: string) => Fields,
): Fields {
  const [name = "", ...rest] = path;
  if (rest.length === 0) return change(fields, beside, name);
  const names = name === "*" ? Object.keys(fields) : [name];
  const changed = names.flatMap((one): [string, Fields][] => {
    const inner = own(fields, one);
    const other = beside && own(beside, one);
    return isFields(inner) ? [[one, atSecret(inner, isFields(other) ? other : null, rest, change)]] : [];
  });
  return changed.length === 0 ? fields : { ...fields, ...Object.fromEntries(changed) };
}

/**
 * A PUT body with the secrets it leaves out taken from the stored request of the same kind (decisions/contract/secrets.md): a
 * secret stays while what it belongs to, as its contract says, is the same. null and "" are left as they are; the contract
 * refuses them where a secret is required. Works on an unchecked body, before its contract does; anything of another shape
 * is returned as it came.
 */
export function mergeSecrets(kind: string, request: unknown, stored: unknown): unknown {
  if (!isFields(request) || !isFields(stored)) return request;
  return secretFieldsOf(kind).reduce<Fields>(
    (body, secret) =>
      atSecret(body, stored, secret.path, (fields, before, name) => {
        if (before === null || own(fields, name) !== undefined) return fields;
        const kept = own(before, name);
        const now = subject(fields, secret);
        return filled(kept) && now !== null && now === subject(before, secret)
          ? { ...fields, [name]: kept }
          : fields;
      }),
    request,
  );
}

/** {@link mergeSecrets} for every module in the body of a route's or edge's update. `stored` = its modules by wire name. */
export function mergeOwnerSecrets(body: unknown, stored: Fields): unknown {
  if (!isFields(body)) return body;
  const merged = Object.entries(body).map(([name, value]) => [
    name,
    mergeSecrets(name, value, own(stored, name)),
  ]);
  return Object.fromEntries(merged);
}

/** Stands for a secret that a service holds and did not answer. Valid wherever a secret is; never sent. */
const HELD = "MFkwEwYHKoZIzj0CAQ==";

/** Whether a service that answers these fields holds a secret of them. */
function isHeld(fields: Fields, { of, optional, noneFor }: SecretField): boolean {
  const [first] = of.map((name) => own(fields, name));
  if (noneFor !== undefined && filled(first) && first.toLowerCase() === noneFor) return false;
  return !optional || of.every((name) => filled(own(fields, name)));
}

/**
 * A stored request as far as an answer tells: with a stand-in where the service holds a secret it did not echo. Merging
 * a draft with it lets a console check the draft by its contract as the service will. The result is never sent.
 */
export function assumeSecrets(kind: string, request: Fields): Fields {
  return secretFieldsOf(kind).reduce(
    (body, secret) =>
      atSecret(body, null, secret.path, (fields, _, name) =>
        !isHeld(fields, secret) || filled(own(fields, name)) ? fields : { ...fields, [name]: HELD },
      ),
    request,
  );
}
