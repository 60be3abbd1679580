import * as z from "zod/mini";
import { Description, Metadata } from "./common.ts";
import { factsOf, LOGIN_MODULES } from "./modules/kinds.ts";
import { requestModules } from "./modules/request-modules.ts";
import { isNeverAsked } from "./route-path.ts";
import { MatchType } from "./route.ts";

/** At most this many bytes in `match`; the family has a bound it does not publish (protocol-facts.md#routes, 7135). */
export const MATCH_MAX_BYTES = 2048;

const Match = z.string().check(
  z.regex(/^\//, "must start with /. Example: /api"),
  z.refine(
    (text) => new TextEncoder().encode(text).length <= MATCH_MAX_BYTES,
    `must be at most ${MATCH_MAX_BYTES} bytes`,
  ),
  z.refine((text) => !/[\s\p{Cc}\p{Surrogate}]/u.test(text), "must not contain spaces or control characters"),
  // No request would match it: what follows is no part of the path that a request has.
  z.refine((text) => !/[?#]/.test(text), "must end before ? or #. Example: /orders"),
  z.refine((text) => !isNeverAsked(text), "must not contain //, /./ or /../. Example: /orders"),
);

const modules = requestModules("route");

type Logins = { readonly [field: string]: unknown };

/** The login modules that are on beside another one, each with that other one (protocol-facts.md#login-modules, 7079). */
export function loginClashes(modules: Logins) {
  const [first, ...more] = LOGIN_MODULES.filter((kind) => {
    const module = modules[kind] as { enabled?: boolean } | null | undefined;
    return module && module.enabled !== false;
  });
  return first ? more.map((kind) => ({ kind, beside: first })) : [];
}

/** Why a login can't be on beside another one. */
export function besideWords(kind: string): string {
  const title = factsOf(kind)?.title ?? kind;
  return `can’t be on while ${title} is on. Turn off ${title} first`;
}

const oneLogin = z.check<Logins>((ctx) => {
  for (const { kind, beside } of loginClashes(ctx.value)) {
    const message = besideWords(beside);
    const params = { problem: "loginClash" };
    ctx.issues.push({ code: "custom", input: undefined, path: [kind], message, continue: true, params });
  }
});

/** POST /edges/https/{edge_id}/routes. The ids of the path may be repeated in the body and are ignored (protocol-facts.md#conventions). */
export const RouteCreate = z
  .strictObject({
    match_type: MatchType,
    match: Match,
    description: z.nullish(Description),
    metadata: z.nullish(Metadata),
    edge_id: z.optional(z.string()),
    ...modules,
  })
  .check(oneLogin);
export type RouteCreate = z.infer<typeof RouteCreate>;

/** PATCH /edges/https/{edge_id}/routes/{id}. A field or module that is left out or null stays as it is (protocol-facts.md#updates). */
export const RouteUpdate = z
  .strictObject({
    match_type: z.nullish(MatchType),
    match: z.nullish(Match),
    description: z.nullish(Description),
    metadata: z.nullish(Metadata),
    edge_id: z.optional(z.string()),
    id: z.optional(z.string()),
    ...modules,
  })
  .check(oneLogin);
export type RouteUpdate = z.infer<typeof RouteUpdate>;
