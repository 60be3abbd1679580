import type { Issue } from "#contract/error.ts";
import { placed } from "#forms/issues.ts";
import { isJsonObject, type JsonObject, type Path } from "#forms/json.ts";
import type { FormDefinition } from "./form-definition.ts";
import { placeOf, readJson, type JsonFault, type Position } from "./json-text.ts";
import { jsonLines } from "./line-diff.ts";
import { hideSecrets, revealSecrets } from "./secret-values.ts";

type Kind = Pick<FormDefinition, "check" | "secrets">;

/** What the JSON tab shows of a draft: stand-ins for its secrets. */
export function textOf({ secrets }: Kind, request: JsonObject): string {
  return jsonLines(hideSecrets(secrets, request)).join("\n");
}

/** What a text says of the draft, or every fault in it with its place. */
export type JsonDraft = { value: JsonObject; faults: [] } | { value: null; faults: JsonFault[] };

/**
 * Reads a text as a request in place of `base`. It is taken whole or refused whole: broken JSON, what the contract
 * refuses, and stand-ins for secrets that are not in `request`, the draft before.
 */
export function readDraft(
  kind: Kind,
  text: string,
  before: { base: JsonObject | null; request: JsonObject },
): JsonDraft {
  const read = readJson(text);
  if ("fault" in read) return { value: null, faults: [read.fault] };
  const faultAt = (path: Path, message: string): JsonFault => ({ ...at(read.places, path), message });
  const whole = revealSecrets(kind.secrets, read.value, before.request);
  if ("lost" in whole) {
    return {
      value: null,
      faults: [faultAt(whole.lost, "Enter the secret itself. None is stored here.")],
    };
  }
  if (!isJsonObject(whole.value))
    return { value: null, faults: [faultAt([], "Enter an object. Example: {}")] };
  const issues = kind.check(whole.value, before.base);
  if (issues.length > 0)
    return { value: null, faults: issues.map((issue) => issueFault(read.places, issue)) };
  return { value: whole.value, faults: [] };
}

/** Where issues of a draft stand in its text; those whose text can't be read stand at its start. */
export function placeIssues(text: string, issues: readonly Issue[]): JsonFault[] {
  const read = readJson(text);
  const places = "fault" in read ? new Map<string, Position>() : read.places;
  return issues.map((issue) => issueFault(places, issue));
}

function issueFault(places: ReadonlyMap<string, Position>, { path, message }: Issue): JsonFault {
  return { ...at(places, path), message: placed(placeWords(path), message) };
}

/** "provider.github.teams, entry 2": entries counted as the form counts them. */
function placeWords(path: Path): string {
  return path.reduce<string>((words, part) => {
    if (typeof part === "number") return `${words}, entry ${part + 1}`;
    if (words === "") return part;
    return /entry \d+$/.test(words) ? `${words}, ${part}` : `${words}.${part}`;
  }, "");
}

function at(places: ReadonlyMap<string, Position>, path: Path): Position {
  return placeOf(places, path) ?? { line: 1, column: 1, offset: 0 };
}
