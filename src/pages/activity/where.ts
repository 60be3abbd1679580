import type { EventWhere } from "#api/events.ts";

/** What the URL chooses: names as the API has them, so that a link can be read. */
const NAMES = [
  "resource",
  "type",
  "object_id",
  "edge_id",
  "ip_policy_id",
  "principal",
  "credential",
  "since",
  "until",
] as const;

/** The chosen events of a URL. */
export function whereOf(params: URLSearchParams): EventWhere {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = params.get(name)?.trim() ?? "";
      return value === "" ? [] : [[name, value]];
    }),
  );
}
