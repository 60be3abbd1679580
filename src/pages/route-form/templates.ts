import { cantApply } from "#contract/modules/cant-apply.ts";
import { withAppAt } from "#modules/oauth/codecs.ts";
import { own, sameJson, type JsonObject } from "#forms/json.ts";
import { formOfModule, isTyped, ROUTE_TEXTS, type NewRoute, type RouteValues } from "./route-draft.ts";
import type { RouteTexts } from "./route-definition.ts";

/** A start for a common kind of route. It fills the form; nothing of it is sent before it is saved. */
export type RouteTemplate = {
  id: string;
  title: string;
  /** What it is for, and what is left to choose. */
  says: string;
  texts: Pick<RouteTexts, "match_type" | "match" | "description">;
  /** Wire name → what its form starts from beyond the defaults of its kind. */
  modules: { readonly [kind: string]: JsonObject };
  /** Wire name → its form, where no request says what it starts from. */
  forms?: { readonly [kind: string]: JsonObject };
};

const TEMPLATES: readonly RouteTemplate[] = [
  {
    id: "internal-tool",
    title: "Internal tool behind Google login",
    says: "Requires a Google sign-in for all paths. You choose the backend and who has access.",
    texts: { match_type: "path_prefix", match: "/", description: "Internal tool behind Google login" },
    modules: { backend: {}, oauth: { provider: { google: {} } }, compression: {} },
  },
  {
    id: "webhook",
    title: "Webhook receiver",
    says: "Accepts only signed webhooks on one path. You choose the backend, the sender and its secret.",
    texts: { match_type: "exact_path", match: "/webhook", description: "Webhook receiver" },
    modules: { backend: {}, webhook_verification: {} },
  },
  {
    id: "public-api",
    title: "Public API with JWT",
    says: "Requires a valid token under /api/. You choose the backend, issuer, audience and keys.",
    texts: { match_type: "path_prefix", match: "/api/", description: "Public API with JWT" },
    modules: { backend: {}, jwt_validation: {}, circuit_breaker: {}, compression: {} },
  },
];

/** The templates where the service has these managed apps (absent = not known): without one, a login starts with an own app. */
export function templatesFor(managedApps?: readonly string[]): readonly RouteTemplate[] {
  return TEMPLATES.map((one) => {
    if (cantApply(one.modules, { managedApps }) === null) return one;
    const login = formOfModule("oauth", one.modules["oauth"]);
    const oauth = { ...login, provider: withAppAt(login["provider"] as JsonObject, managedApps) };
    return {
      ...one,
      says: "Requires a Google sign-in for all paths. You choose the backend, your Google app and who has access.",
      forms: { oauth },
    };
  });
}

const valuesOf = ({ texts, modules, forms }: RouteTemplate): JsonObject => ({
  ...texts,
  ...Object.fromEntries(Object.entries(modules).map(([kind, value]) => [kind, formOfModule(kind, value)])),
  ...forms,
});

const namesOf = ({ kinds }: Pick<NewRoute, "kinds">): string[] => [...ROUTE_TEXTS, ...kinds];

/** What was typed and a template has otherwise: it asks before it replaces these. */
export function overwrites(route: NewRoute, template: RouteTemplate): string[] {
  const wanted = valuesOf(template);
  return namesOf(route).filter(
    (name) =>
      Object.hasOwn(wanted, name) &&
      isTyped(route, name) &&
      !sameJson(own(route.values, name), own(wanted, name)),
  );
}

/**
 * The route as a template fills it. What was typed stays where `keep` says so, and always where the template says nothing of it.
 * Modules that an earlier template added go, unless something was typed in them.
 */
export function fillFrom(route: NewRoute, template: RouteTemplate, keep: readonly string[]): NewRoute {
  const wanted = Object.entries(valuesOf(template)).filter(([name]) => !keep.includes(name));
  const added = Object.keys(template.modules).filter((kind) => !keep.includes(kind));
  const stay = route.kinds.filter(
    (kind) =>
      !route.fromTemplate.includes(kind) || isTyped(route, kind) || Object.hasOwn(template.modules, kind),
  );
  const kinds = [...new Set([...Object.keys(template.modules), ...stay])];
  const fresh = Object.fromEntries(wanted) as Partial<RouteValues>;
  return {
    values: { ...route.values, ...fresh },
    filled: { ...route.filled, ...fresh },
    kinds,
    fromTemplate: kinds.filter((kind) => added.includes(kind)),
    origins: Object.fromEntries(Object.entries(route.origins).filter(([kind]) => !added.includes(kind))),
  };
}
