import { isSecretName, REDACTED } from "../../events/redact.ts";

/** Metadata without what its names call a secret. */
export function withoutSecrets(value: unknown, name = ""): unknown {
  if (isSecretName(name)) return REDACTED;
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutSecrets(one, key)]));
}
