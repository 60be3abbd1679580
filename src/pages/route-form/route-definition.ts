import { FIELD_LABELS } from "#resources/field-labels.ts";
import { parse } from "#contract/issues.ts";
import { pathOfUrl } from "#contract/route-path.ts";
import { RouteUpdate } from "#contract/route-request.ts";
import { plainForm } from "#editing/plain-form.ts";
import type { JsonObject } from "#forms/json.ts";

/** What of a route its own form holds; its modules have pages of their own. */
export type RouteTexts = { match_type: string; match: string; description: string; metadata: string };

const plain = plainForm<RouteTexts>({
  title: "Route",
  labels: FIELD_LABELS.route,
  empty: { match_type: "path_prefix", match: "/", description: "", metadata: "" },
  read: ({ match, ...form }) => ({ ...form, match: typeof match === "string" ? pathOfUrl(match) : match }),
  // What stands as it came is the service's business: only what differs is checked.
  check: (_, changes) => parse(RouteUpdate, changes).issues ?? [],
});
export const ROUTE_FIELDS = plain.definition.fields;

/** The form of a route itself. */
export const routeForm = {
  ...plain,
  /**
   * What differs, and both texts always, since some services drop one that an update leaves out
   * (protocol-facts.md#updates).
   */
  changesOf: (from: JsonObject, to: JsonObject): Partial<RouteTexts> => {
    const changes = plain.changesOf(from, to);
    if (Object.keys(changes).length === 0) return {};
    const { description, metadata } = to as RouteTexts;
    return { ...changes, description, metadata };
  },
};
