import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOf, type RouteModule } from "#contract/modules/contracts.ts";
import { ROUTE_MODULES } from "#contract/modules/kinds.ts";
import { parse } from "#contract/issues.ts";
import { RouteCreate } from "#contract/route-request.ts";
import { isJsonObject } from "#forms/json.ts";
import { moduleOf } from "#modules/registry.ts";
import { MODULE_REQUESTS } from "#testing/module-arbitraries.ts";
import {
  draftOf,
  formOfModule,
  isTyped,
  NO_ROUTE,
  ROUTE_TEXTS,
  startFrom,
  type NewRoute,
} from "./route-draft.ts";
import { fillFrom, overwrites, templatesFor } from "./templates.ts";

const template = fc.constantFrom(...templatesFor(), ...templatesFor([]));
const typed = fc.string({ maxLength: 5 }).map((text) => `typed ${text}`);

/** A new route in which texts were typed, modules were added, and some of them were turned off. */
const started: fc.Arbitrary<NewRoute> = fc
  .record({
    texts: fc.record({ match: typed, description: typed, metadata: typed }, { requiredKeys: [] }),
    kinds: fc.uniqueArray(fc.constantFrom(...ROUTE_MODULES), { maxLength: 5 }),
    off: fc.array(fc.constantFrom(...ROUTE_MODULES)),
    before: fc.option(template),
  })
  .map(({ texts, kinds, off, before }) => {
    const filled = before ? fillFrom(NO_ROUTE, before, []) : NO_ROUTE;
    const all = [...new Set([...filled.kinds, ...kinds])];
    const fresh = Object.fromEntries(kinds.map((kind) => [kind, formOfModule(kind)]));
    const base = { ...filled.filled, ...fresh };
    const turned = all
      .filter((kind) => off.some((one) => one === kind))
      .map((kind) => [kind, { ...(base[kind] as object), enabled: false }] as const);
    return {
      ...filled,
      kinds: all,
      filled: base,
      values: { ...base, ...texts, ...Object.fromEntries(turned) },
      fromTemplate: filled.fromTemplate.filter((kind) => !kinds.some((one) => one === kind)),
    };
  });

const names = ({ kinds }: NewRoute) => [...ROUTE_TEXTS, ...kinds];

describe("a template", () => {
  it("that keeps what was typed changes nothing of it, and has all its modules", () => {
    fc.assert(
      fc.property(started, template, (route, chosen) => {
        const next = fillFrom(route, chosen, overwrites(route, chosen));
        for (const name of names(route).filter((one) => isTyped(route, one)))
          expect(next.values[name]).toEqual(route.values[name]);
        expect(next.kinds).toEqual(
          expect.arrayContaining(route.kinds.filter((kind) => isTyped(route, kind))),
        );
        for (const kind of Object.keys(chosen.modules)) expect(next.kinds).toContain(kind);
      }),
    );
  });

  it("asks about exactly what it would otherwise replace, and then replaces it", () => {
    fc.assert(
      fc.property(started, template, (route, chosen) => {
        const next = fillFrom(route, chosen, []);
        const replaced = names(route).filter(
          (name) =>
            isTyped(route, name) && JSON.stringify(next.values[name]) !== JSON.stringify(route.values[name]),
        );
        expect(overwrites(route, chosen)).toEqual(replaced);
        expect(next.values).toMatchObject(chosen.texts);
      }),
    );
  });

  it("takes the place of another one when nothing was typed", () => {
    fc.assert(
      fc.property(template, template, (first, second) => {
        const twice = draftOf(fillFrom(fillFrom(NO_ROUTE, first, []), second, []));
        expect(twice).toEqual(draftOf(fillFrom(NO_ROUTE, second, [])));
      }),
    );
  });

  it.each(templatesFor().map((one) => [one.title, one] as const))(
    "“%s” leaves open only what nobody but the operator knows",
    (_, chosen) => {
      const { request, issues } = draftOf(fillFrom(NO_ROUTE, chosen, []));
      expect(Object.keys(request)).toEqual([
        "match_type",
        "match",
        "description",
        ...Object.keys(chosen.modules),
      ]);
      const open = [...new Set(issues.map(({ path }) => path[0]))];
      expect(["backend", "webhook_verification", "jwt_validation"]).toEqual(expect.arrayContaining(open));
    },
  );
});

describe("the form of a new route", () => {
  it("starts from a deleted one and asks for it again, unknown fields too", () => {
    const kinds = ROUTE_MODULES.filter((kind) => moduleOf(kind));
    const one = fc.constantFrom(...kinds).chain((kind) =>
      MODULE_REQUESTS[kind].map((request) => {
        const contract = contractOf("route", kind);
        const body = contract.toRequest(contract.toAnswer(request));
        return { kind, body: { ...body, from_tomorrow: { kept: [1, null] } } };
      }),
    );
    fc.assert(
      fc.property(one, ({ kind, body }) => {
        const draft = { match_type: "exact_path", match: "/a", description: "d", [kind]: body };
        const { request } = draftOf(startFrom({ body: draft as unknown as RouteCreate }));
        expect(request).toEqual(draft);
      }),
    );
  });

  it("says what the service would refuse, each at its path", () => {
    const issuesOf = (values: object, kinds: RouteModule[]) => {
      const forms = Object.fromEntries(kinds.map((kind) => [kind, formOfModule(kind)]));
      return draftOf({ ...NO_ROUTE, kinds, values: { ...NO_ROUTE.values, ...forms, ...values } }).issues;
    };
    expect(issuesOf({ match: "a" }, [])).toEqual([
      { path: ["match"], message: "must start with /. Example: /api" },
    ]);
    expect(issuesOf({ match: "/", description: "x".repeat(256) }, [])[0]?.path).toEqual(["description"]);
    const breaker = { ...formOfModule("circuit_breaker"), num_buckets: "129" };
    expect(issuesOf({ match: "/", circuit_breaker: breaker }, ["circuit_breaker"])).toEqual([
      { path: ["circuit_breaker", "num_buckets"], message: "must be at most 128" },
    ]);
    const clash = issuesOf({ match: "/" }, ["oauth", "oidc"]).find(
      ({ path }) => path.join() === "oidc,enabled",
    );
    expect(clash?.message).toContain("OAuth is on");
  });

  it("refuses no request that the contract takes", () => {
    const one = fc
      .constantFrom(...ROUTE_MODULES)
      .chain((kind) =>
        MODULE_REQUESTS[kind].map((request) => ({ match_type: "path_prefix", match: "/", [kind]: request })),
      );
    fc.assert(
      fc.property(one, (body) => {
        fc.pre(isJsonObject(body) && !parse(RouteCreate, body).issues);
        expect(draftOf(startFrom({ body: body as unknown as RouteCreate })).issues).toEqual([]);
      }),
    );
  });
});
