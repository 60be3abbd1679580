import type { Issue } from "#contract/error.ts";

type FieldIssue = { name: string; message: string };
export type SortedIssues = { fields: FieldIssue[]; rest: Issue[] };

/**
 * Sorts issues to the fields of a form: an issue goes to the field named like its path, or to the nearest one above it
 * (`add.x-a` → `add`). Fields come in the form's order with their first issue; what no field answers for is in `rest`.
 */
export function sortIssues(issues: readonly Issue[], fieldNames: readonly string[]): SortedIssues {
  const named = issues.map((issue) => ({ issue, name: fieldOf(issue.path, fieldNames) }));
  const fields = fieldNames.flatMap((name) => {
    const first = named.find((entry) => entry.name === name);
    return first ? [{ name, message: sentence(first.issue.message) }] : [];
  });
  return { fields, rest: named.flatMap(({ issue, name }) => (name === undefined ? [issue] : [])) };
}

function fieldOf(path: Issue["path"], fieldNames: readonly string[]): string | undefined {
  for (let length = path.length; length > 0; length--) {
    const name = path.slice(0, length).join(".");
    if (fieldNames.includes(name)) return name;
  }
  return undefined;
}

/** "must be at most 128" → "Must be at most 128." */
export function sentence(message: string): string {
  const text = message.trim();
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(start) ? start : `${start}.`;
}
