import type { Header } from "#traffic/read-headers.ts";

/** What becomes of a header: it passes, is taken out, or was put in. */
export type HeaderFate = Header & { fate: "kept" | "removed" | "added" };

/** The rules of request_headers and response_headers (api.md#request_headers). */
export type HeaderRules = { add: Readonly<Record<string, string>>; remove: readonly string[] };

/**
 * What the rules do to a message's headers: first those named in `remove` go, then those of `add` come, so that a name in
 * both is replaced. What has the same name and is not removed stays beside the added one.
 */
export function applyHeaderRules({ add, remove }: HeaderRules, headers: readonly Header[]): HeaderFate[] {
  const removed = new Set(remove.map((name) => name.toLowerCase()));
  return [
    ...headers.map((header): HeaderFate => ({
      ...header,
      fate: removed.has(header.name.toLowerCase()) ? "removed" : "kept",
    })),
    ...Object.entries(add).map(([name, value]): HeaderFate => ({ name, value, fate: "added" })),
  ];
}

/** The variables in a header's value, as `${.name}` (protocol-facts.md#header-modules): the edge fills them in. */
export function variablesOf(value: string): string[] {
  return [...value.matchAll(/\$\{(\.[^}]*)\}/g)].map(([, path = ""]) => path);
}
