import { jsonText, type Path } from "#forms/json.ts";
import type { FormDefinition } from "./define-module.ts";
import { mapSecrets } from "./secret-values.ts";

/** The label of the field a path points into, with the rest of the path: "Add x-a". */
export function labelOf({ fields }: Pick<FormDefinition, "fields">, path: Path): string {
  const [name, ...rest] = path;
  const label = fields.find((field) => field.name === name)?.label ?? String(name ?? "everything");
  return [label, ...rest.map(String)].join(" ");
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
  const field = path.length === 1 ? fields.find(({ name }) => name === path[0]) : undefined;
  return value === undefined || !field ? jsonText(hidden) : field.show(hidden);
}

/** "1 change", "4 changes". */
export function countWords(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
