/** What decides: the pattern and its list; `nothing` when no pattern matches, `absent` when there is no header to match. */
export type Verdict = { passes: boolean; because: "allow" | "deny" | "nothing" | "absent"; pattern?: string };

export type Filter = { allow: readonly string[]; deny: readonly string[] };

/** The pattern that lets requests without the header pass. */
const ABSENT = "^$";

/**
 * What the filter does to a request (protocol-facts.md#user-agent-filter): it passes when it matches any `allow` or no
 * `deny`; without the header (null) only when `allow` has `^$`. `matches` says whether a pattern is found in a text.
 */
export function verdictOf(
  { allow, deny }: Filter,
  userAgent: string | null,
  matches: (pattern: string, text: string) => boolean,
): Verdict {
  if (userAgent === null) {
    return allow.includes(ABSENT)
      ? { passes: true, because: "allow", pattern: ABSENT }
      : { passes: false, because: "absent" };
  }
  const allowed = allow.find((pattern) => matches(pattern, userAgent));
  if (allowed !== undefined) return { passes: true, because: "allow", pattern: allowed };
  const denied = deny.find((pattern) => matches(pattern, userAgent));
  if (denied !== undefined) return { passes: false, because: "deny", pattern: denied };
  return { passes: true, because: "nothing" };
}
