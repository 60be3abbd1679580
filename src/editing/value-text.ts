import { isJsonObject, jsonText, keysOf, own, sameJson, valueAt, type Path } from "#forms/json.ts";
import type { FormDefinition } from "./form-definition.ts";
import { mapSecrets } from "./secret-values.ts";

/** The label of the field a path points into, with the rest of the path: "Add x-a"; or as the field names that part. */
export function labelOf({ fields }: Pick<FormDefinition, "fields">, path: Path): string {
  const [name, ...rest] = path;
  const field = fields.find((field) => field.name === name);
  const part = rest.length > 0 ? field?.part?.(rest) : undefined;
  return part?.label ?? [field?.label ?? String(name ?? "everything"), ...rest.map(String)].join(" ");
}

type Words = Pick<FormDefinition, "fields" | "secrets">;

/** A value at a path in words, as its field shows it. A secret is never among them, nor its length. */
export function valueWords(definition: Words, path: Path, value: unknown): string {
  return wordsApart(definition, path, [value])[0] ?? "";
}

const NTH = ["a secret", "another secret", "a third secret"];

/**
 * Several values of one path in words, as its field shows them, so that no two that differ read alike: where they would, the
 * leaves in which they differ follow, lists entered too. Secrets are told apart by their order alone.
 */
export function wordsApart(definition: Words, path: Path, values: readonly unknown[]): string[] {
  const seen: string[] = [];
  const sayNth = (secret: string) => {
    if (!seen.includes(secret)) seen.push(secret);
    return NTH[seen.indexOf(secret)] ?? `secret ${seen.indexOf(secret) + 1}`;
  };
  const hidden = values.map((value) => mapSecrets(definition.secrets, value, sayNth, path));
  const words = hidden.map((value, at) => {
    const isSecret = typeof value === "string" && value !== values[at];
    return isSecret ? value : fieldWords(definition, path, value);
  });
  const alike = words.some((text, a) =>
    words.some((other, b) => a < b && text === other && !sameJson(hidden[a], hidden[b])),
  );
  if (!alike) return words;
  const leaves = leavesApart(hidden);
  return words.map((text, at) =>
    [text, ...leaves.map((leaf) => leafWords(leaf, valueAt(hidden[at], leaf)))].join(" · "),
  );
}

function fieldWords({ fields }: Words, path: Path, value: unknown): string {
  const [top, ...rest] = path;
  const field = fields.find(({ name }) => name === top);
  const shown = rest.length === 0 ? field : field?.part?.(rest);
  return value === undefined || !shown ? jsonText(value) : shown.show(value);
}

function leafWords(leaf: Path, value: unknown): string {
  const said = value === undefined ? "not set" : JSON.stringify(value);
  return leaf.length === 0 ? said : `${leaf.join(".")}: ${said}`;
}

/** Where values differ: the paths, as far down as all of them have objects there, or lists. */
function leavesApart(values: readonly unknown[], path: Path = []): Path[] {
  const [first, ...rest] = values;
  if (rest.every((value) => sameJson(value, first))) return [];
  if (values.every(isJsonObject))
    return keysOf(...values).flatMap((key) =>
      leavesApart(
        values.map((value) => own(value, key)),
        [...path, key],
      ),
    );
  if (values.every((value) => Array.isArray(value))) {
    const longest = Math.max(...values.map(({ length }) => length));
    return Array.from({ length: longest }, (_, at) =>
      leavesApart(
        values.map((value): unknown => value[at]),
        [...path, at],
      ),
    ).flat();
  }
  return [path];
}

/**
 * A title in the middle of a sentence, after "the": "circuit breaker", "IP restriction". Names keep their case, and one that
 * is nothing but a name says what it is: "OAuth module".
 */
export function nameOf(title: string): string {
  const said = inSentence(title);
  return said !== title || title.includes(" ") ? said : `${title} module`;
}

/** What begins with a title, in the middle of a sentence: "rule “allow 10.0.0.0/8”", "OAuth at app.example.com". */
export const inSentence = (text: string): string =>
  text.replace(/^[A-Z][a-z]+(?= |$)/, (word) => word.toLowerCase());

/** A title as something is done to it: "the circuit breaker", but "JWT validation" and "mutual TLS", which can’t be counted. */
export function withThe(title: string): string {
  const name = nameOf(title);
  return /(?: \w+|press)ion$|[A-Z]{2}$/.test(name) ? name : `the ${name}`;
}

/** "was" or "were", as a title takes it: "the policies were". */
export function wasOf(title: string): string {
  return /[a-z]s$/.test(title) ? "were" : "was";
}
