import { writtenTexts } from "#resources/texts.ts";
import type { RouteDraft } from "#edges/drafts.ts";
import type { Issue } from "#contract/error.ts";
import { parse } from "#contract/issues.ts";
import { pathOfUrl } from "#contract/route-path.ts";
import { besideWords, loginClashes, RouteUpdate } from "#contract/route-request.ts";
import { isJsonObject, own, sameJson, type JsonObject } from "#forms/json.ts";
import { moduleOf } from "#modules/registry.ts";
import type { RouteTexts } from "./route-definition.ts";

/** What the form of a new route holds: its texts, and under its wire name the form of each module. */
export type RouteValues = RouteTexts & { [kind: string]: unknown };

/** A new route as far as it has come. Forms of modules that were taken out again stay in `values`. */
export type NewRoute = {
  values: RouteValues;
  /** What the form was last filled with: what differs from it was typed. */
  filled: RouteValues;
  /** The modules it has, in the order they were added. */
  kinds: readonly string[];
  /** Those of them that a template added. */
  fromTemplate: readonly string[];
  /** By kind: the request that a form was filled from, whose unknown fields are sent along. */
  origins: { readonly [kind: string]: JsonObject };
};

export const ROUTE_TEXTS = ["match_type", "match", "description", "metadata"] as const;
const NO_TEXTS: RouteTexts = { match_type: "path_prefix", match: "", description: "", metadata: "" };

export const NO_ROUTE: NewRoute = {
  values: { ...NO_TEXTS },
  filled: { ...NO_TEXTS },
  kinds: [],
  fromTemplate: [],
  origins: {},
};

/** The form of a module that is added with nothing chosen yet, or with what `value` says. */
export function formOfModule(kind: string, value: JsonObject = {}): JsonObject {
  const definition = moduleOf(kind);
  return definition ? definition.toForm({ ...definition.defaults, ...value }) : {};
}

/** A new route that starts as a request says, such as that of a deleted one. */
export function startFrom({ body }: Pick<RouteDraft, "body">): NewRoute {
  const { match_type, match, description, metadata, ...rest } = body;
  const origins = Object.fromEntries(
    Object.entries(rest).flatMap(([kind, value]) =>
      moduleOf(kind) && isJsonObject(value) ? [[kind, value] as const] : [],
    ),
  );
  const kinds = Object.keys(origins);
  const forms = kinds.map((kind) => [kind, moduleOf(kind)?.toForm(origins[kind] ?? {})] as const);
  const texts = { match_type, match, description: description ?? "", metadata: metadata ?? "" };
  const values = { ...texts, ...Object.fromEntries(forms) };
  return { values, filled: values, kinds, fromTemplate: [], origins };
}

type Sent = Pick<NewRoute, "values" | "kinds" | "origins">;

/** The request for what was typed, and what is wrong with it, each issue by its path in the request. */
export function draftOf({ values, kinds, origins }: Sent): { request: JsonObject; issues: Issue[] } {
  const { match_type, match, description, metadata } = values;
  const texts = {
    match_type,
    match: pathOfUrl(match),
    ...writtenTexts({ description, metadata }),
  };
  const issues = [...(parse(RouteUpdate, texts).issues ?? [])];
  const request: JsonObject = { ...texts };
  for (const kind of kinds) {
    const definition = moduleOf(kind);
    const form = own(values, kind);
    if (!definition || !isJsonObject(form)) continue;
    const draft = definition.toDraft(form, (own(origins, kind) as JsonObject | undefined) ?? null, null);
    request[kind] = draft.request;
    for (const { path, message } of draft.issues) issues.push({ path: [kind, ...path], message });
  }
  for (const { kind, beside } of loginClashes(request))
    issues.push({ path: [kind, "enabled"], message: besideWords(beside) });
  return { request, issues };
}

/** Whether a text or the form of a module holds something that was typed. */
export function isTyped({ values, filled }: Pick<NewRoute, "values" | "filled">, name: string): boolean {
  return !sameJson(own(values, name), own(filled, name));
}
