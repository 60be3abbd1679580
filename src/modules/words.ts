import { jsonText, type Path } from "#forms/json.ts";
import type { FormDefinition } from "./define-module.ts";
import { mapSecrets } from "./secret-values.ts";

/** The label of the field a path points into, with the rest of the path: "Add x-a"; or as the field names that part. */
export function labelOf({ fields }: Pick<FormDefinition, "fields">, path: Path): string {
  const [name, ...rest] = path;
  const field = fields.find((field) => field.name === name);
  const part = rest.length > 0 ? field?.part?.(rest) : undefined;
  return part?.label ?? [field?.label ?? String(name ?? "everything"), ...rest.map(String)].join(" ");
}

/** A value at a path in words, as its field shows it. A secret is never among them. */
export function valueWords(
  { fields, secrets }: Pick<FormDefinition, "fields" | "secrets">,
  path: Path,
  value: unknown,
): string {
  const hidden = mapSecrets(
    secrets,
    value,
    (secret) => `a secret of ${countWords(secret.length, "character")}`,
    path,
  );
  if (hidden !== value && typeof value === "string") return String(hidden);
  const [top, ...rest] = path;
  const field = fields.find(({ name }) => name === top);
  const shown = rest.length === 0 ? field : field?.part?.(rest);
  return value === undefined || !shown ? jsonText(hidden) : shown.show(hidden);
}

/** "1 change", "4 changes". */
export function countWords(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
