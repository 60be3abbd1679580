import type { Issue } from "#contract/error.ts";
import { capital } from "#ui/format.ts";

type FieldIssue = {
  name: string;
  /** What to write instead: the first fault of the field. */
  message: string;
  /** Every fault by its place below the field, as JSON: `[1]` is its second entry, `["x-a"]` its member x-a, `[]` itself. */
  types: Record<string, string>;
};
export type SortedIssues = { fields: FieldIssue[]; rest: Issue[] };

/**
 * Sorts issues to the fields of a form: an issue goes to the field named like its path (`provider.github.client_id`), or
 * to the nearest one above it (`add.x-a` → `add`). A list that may also be one object on the wire is a list in the form,
 * so `inbound/name` finds `inbound.0.name`. An object without a control of its own is told at its first. Fields come in the form's order
 * with their first issue, those of a list in its order; what no field answers for is in `rest`.
 */
export function sortIssues(issues: readonly Issue[], fieldNames: readonly string[]): SortedIssues {
  const named = issues.map((issue) => ({ issue, owner: ownerOf(issue.path, fieldNames) }));
  const fields = fieldNames.flatMap((name) => {
    const own = named
      .filter(({ owner }) => owner?.name === name)
      .toSorted((a, b) => entryOf(a.owner) - entryOf(b.owner));
    const [first] = own;
    if (!first) return [];
    const types: Record<string, string> = {};
    for (const { issue, owner } of own) {
      types[JSON.stringify(owner?.below ?? [])] ??= sentence(issue.message);
    }
    return [{ name, message: sentence(first.issue.message), types }];
  });
  return { fields, rest: named.flatMap(({ issue, owner }) => (owner ? [] : [issue])) };
}

type Owner = { name: string; below: Issue["path"] };

/** Which entry an issue is of: a schema tells the faults of each entry before those of the list. */
function entryOf(owner: Owner | undefined): number {
  const at = owner?.below[0];
  return typeof at === "number" ? at : -1;
}

function ownerOf(path: Issue["path"], fieldNames: readonly string[]): Owner | undefined {
  let best: Owner | undefined;
  for (const name of fieldNames) {
    const below = belowOf(name.split("."), path);
    if (!below) continue;
    const nearer = !best || below.length < best.below.length;
    const deeper = best && below.length === best.below.length && name.length > best.name.length;
    if (nearer || deeper) best = { name, below };
  }
  if (best) return best;
  const inside = fieldNames.find((name) => path.length > 0 && name.startsWith(`${path.join(".")}.`));
  return inside === undefined ? undefined : { name: inside, below: [] };
}

/** What of a path is left below a field, or null when the path does not lead into it. */
function belowOf(parts: readonly string[], path: Issue["path"]): Issue["path"] | null {
  let at = 0;
  for (const part of parts) {
    if (at < path.length && String(path[at]) === part) at++;
    else if (part !== "0" || typeof path[at] === "number" || at === 0) return null;
  }
  return path.slice(at);
}

/** "is required" → "Required." beside its field. An ID or name at its start keeps its case, an example at its end its form. */
export function sentence(message: string): string {
  const text = message.trim().replace(/^is (?=[a-z])/, "");
  const start = /^[a-z’]+(?=[\s,.:;!?…]|$)/.test(text) ? capital(text) : text;
  return /[.!?…]$|Example: \S+$/.test(start) ? start : `${start}.`;
}

/**
 * A fault after the name of its place, if any: "Entry 2: already served by edge a.example." One that begins with it stands alone. Where
 * entries have a noun, so has the one that a fault compares with: "Address 2: the same as address 1."
 */
export function placed(place: string, message: string): string {
  const noun = /^([^,.]+) \d+$/
    .exec(place)?.[1]
    ?.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const text = sentence(noun ? message.replace(/\bentry(?= \d)/, noun) : message);
  if (place === "" || text.startsWith(`${place} `)) return text;
  return `${place}: ${text.replace(/^[A-Z](?=[a-z’]*(?:[\s,.:;!?…]|$))/, (letter) => letter.toLowerCase())}`;
}
