import { parse } from "#contract/issues.ts";
import type { Route } from "#contract/route.ts";
import { RouteUpdate } from "#contract/route-request.ts";
import { jsonText, sameJson, type JsonObject } from "#forms/json.ts";
import type { FormDefinition } from "#editing/form-definition.ts";

const show = (value: unknown) => (value === "" ? "empty" : jsonText(value));

/** What of a route its own form holds; its modules have pages of their own. */
export type RouteTexts = { match_type: string; match: string; description: string; metadata: string };

export const ROUTE_FIELDS = [
  { name: "match_type", label: "Match type", show },
  { name: "match", label: "Match", show },
  { name: "description", label: "What it is", show },
  { name: "metadata", label: "Metadata", show },
];

function differing(from: JsonObject, to: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(to).filter(([name, value]) => !sameJson(from[name], value)));
}

/** What stands as it came is the service's business: only what differs is checked. */
const check = (request: JsonObject, base: JsonObject | null) =>
  parse(RouteUpdate, differing(base ?? {}, request)).issues ?? [];

/** The form of a route itself, for the save that checks for conflicts. */
export const routeDefinition: FormDefinition = {
  title: "Route",
  fields: ROUTE_FIELDS,
  defaults: { match_type: "path_prefix", match: "/", description: "", metadata: "" },
  toForm: (value) => ({ ...value }),
  toDraft: (form, from, base = from) => ({ request: { ...form }, issues: check(form, base) }),
  check,
  secrets: [],
};

/** What of a route its form edits. */
export function editableOf({ match_type, match, description, metadata }: Route): RouteTexts {
  return { match_type, match, description: description ?? "", metadata: metadata ?? "" };
}

/**
 * The request that makes `to` out of `from`: what differs, and both texts always, since some services drop one that an
 * update leaves out (protocol-facts.md#updates).
 */
export function changesOf(from: JsonObject, to: JsonObject): RouteUpdate {
  const changes = differing(from, to);
  if (Object.keys(changes).length === 0) return {};
  const { description, metadata } = to;
  return { ...changes, description, metadata } as RouteUpdate;
}
