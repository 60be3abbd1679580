import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { requestsOf } from "#testing/module-arbitraries.ts";
import { parse } from "../issues.ts";
import { RouteCreate } from "../route-request.ts";
import { ALL_CONTRACTS, modulesOf } from "./contracts.ts";
import { ROUTE_MODULES } from "./kinds.ts";
import type { Fields, ModuleContract, ModuleOwner } from "./module-contract.ts";
import { assumeSecrets, mergeSecrets, secretPaths } from "./secrets.ts";

type AnyContract = ModuleContract<string, ModuleOwner, unknown, Fields>;
const kinds = (ALL_CONTRACTS as unknown as AnyContract[]).map((contract) => ({
  name: contract.name,
  kind: contract.kind,
  contract,
  requests: requestsOf(contract as unknown as ModuleContract),
}));

/** As it comes over the wire: no undefined, no negative zero. */
const wire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const accepted = (contract: AnyContract, value: unknown) => {
  const parsed = parse(contract.request, value);
  expect(parsed.issues).toBeUndefined();
  return parsed.data;
};

describe.each(kinds)("$name", ({ kind, contract, requests }) => {
  test("its example is accepted and answered in the documented shape", () => {
    const answer = contract.toAnswer(accepted(contract, contract.example));
    expect(contract.answer.parse(answer)).toEqual(answer);
    expect(answer["enabled"]).toBe(true);
  });

  // Cause: a field that the answer lacked was dropped in silence. Law: what is sent is answered; ids as what they name.
  test("its answer has every field of its request", () => {
    const fields = (schema: typeof contract.request | typeof contract.answer, io: "input" | "output") =>
      Object.keys(z.toJSONSchema(schema, { io }).properties ?? {});
    const sent = fields(contract.request, "input").filter((name) => !/_ids?$/.test(name));
    expect(fields(contract.answer, "output")).toEqual(expect.arrayContaining(sent));
  });

  test("its request and answer can be described as JSON Schema", () => {
    expect(z.toJSONSchema(contract.request, { io: "input" })).toHaveProperty("additionalProperties", false);
    expect(z.toJSONSchema(contract.answer, { io: "output" })).toHaveProperty("properties.enabled");
  });

  test("every valid request is accepted, and its answer fits the answer schema as it is", () => {
    fc.assert(
      fc.property(requests.map(wire), (request) => {
        const answer = contract.toAnswer(accepted(contract, request));
        expect(wire(answer)).toEqual(answer);
        expect(contract.answer.parse(answer)).toEqual(answer);
        expect(answer["enabled"]).toBe(request["enabled"] ?? true);
      }),
    );
  });

  test("no answer holds a secret", () => {
    fc.assert(
      fc.property(requests.map(wire), (request) => {
        const text = JSON.stringify(contract.toAnswer(accepted(contract, request)));
        for (const path of secretPaths(kind)) expect(text).not.toContain(`"${path.at(-1)}"`);
      }),
    );
  });

  test("load → request → load is the identity; the request needs only its secrets back", () => {
    fc.assert(
      fc.property(requests.map(wire), (request) => {
        const stored = accepted(contract, request);
        const answer = contract.toAnswer(stored);
        const again = wire(contract.toRequest(answer));
        const read = accepted(contract, mergeSecrets(kind, again, stored));
        expect(contract.toAnswer(read)).toEqual(answer);
        expect(wire(contract.toRequest(contract.toAnswer(read)))).toEqual(again);
        expect(parse(contract.request, mergeSecrets(kind, again, assumeSecrets(kind, again))).issues).toBe(
          undefined,
        );
      }),
    );
  });

  test("what a newer service adds to an answer is sent back as it came, wherever it stands", () => {
    fc.assert(
      fc.property(requests.map(wire), fc.jsonValue({ maxDepth: 1 }), (request, extra) => {
        const answer = contract.toAnswer(accepted(contract, request));
        const more = contract.answer.parse(withExtra(answer, wire(extra)));
        expect(without(contract.toRequest(more))).toEqual(contract.toRequest(answer));
        expect(contract.toRequest(more)["x_added"]).toEqual(wire(extra));
      }),
    );
  });

  test("a field nobody knows is refused at its own path", () => {
    fc.assert(
      fc.property(requests.map(wire), (request) => {
        const { issues } = parse(contract.request, { ...request, x_added: 1 });
        expect(issues?.map(({ path }) => path)).toEqual([["x_added"]]);
        expect(issues?.[0]?.message).toContain("enabled");
      }),
    );
  });

  test("a value of another type is refused, at or below its field, without being repeated", () => {
    fc.assert(
      fc.property(requests.map(wire), fc.nat(), (request, pick) => {
        const names = Object.keys(contract.example as object);
        const name = names[pick % names.length]!;
        const { issues } = parse(contract.request, {
          ...request,
          [name]: Symbol.for("other").description!.length * -1.5,
        });
        expect(issues?.length).toBeGreaterThan(0);
        for (const issue of issues ?? []) expect(issue.path[0]).toBe(name);
        expect(issues?.map(({ message }) => message).join()).not.toContain("7.5");
      }),
    );
  });

  test("garbage is refused with words, never a crash", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const parsed = parse(contract.request, wire(value));
        for (const issue of parsed.issues ?? []) expect(issue.message).toMatch(/^(must|is|can't|needs)/);
        mergeSecrets(kind, value, value);
      }),
    );
  });

  test("what a request names is found where it stands", () => {
    fc.assert(
      fc.property(requests.map(wire), (request) => {
        const ids = JSON.stringify(request).match(/"(ipp|ca|bkdtg)_[0-9A-Za-z]+"/g) ?? [];
        const refs = contract.refs(accepted(contract, request));
        const at = (path: readonly (string | number)[]) =>
          path.reduce<unknown>((value, part) => (value as Record<string | number, unknown>)[part], request);
        for (const { id, path } of refs) expect(at(path)).toBe(id);
        expect(refs).toHaveLength(contract.refs(contract.example).length > 0 ? ids.length : 0);
      }),
    );
  });
});

/** Every object of an answer, a header map and an action's config aside, with one more field. */
function withExtra(value: Fields, extra: unknown): Fields {
  const walk = (node: unknown, name: string): unknown => {
    if (name === "add" || name === "config" || typeof node !== "object" || node === null) return node;
    if (Array.isArray(node)) return node.map((entry) => walk(entry, name));
    const inside = Object.entries(node).map(([field, child]) => [field, walk(child, field)]);
    return { ...Object.fromEntries(inside), x_added: extra };
  };
  return walk(value, "") as Fields;
}

function without(value: Fields): Fields {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== "object" || node === null) return node;
    const kept = Object.entries(node).filter(([field]) => field !== "x_added");
    return Object.fromEntries(kept.map(([field, child]) => [field, walk(child)]));
  };
  return walk(value) as Fields;
}

test("a route takes every module at once, or none, or null for each", () => {
  const route = { match_type: "path_prefix", match: "/" };
  const examples = ROUTE_MODULES.filter((kind) => kind !== "saml" && kind !== "oidc").map((kind) => [
    kind,
    modulesOf("route")[kind].example,
  ]);
  expect(parse(RouteCreate, { ...route, ...Object.fromEntries(examples) }).issues).toBeUndefined();
  expect(parse(RouteCreate, route).issues).toBeUndefined();
  const nulls = Object.fromEntries(ROUTE_MODULES.map((kind) => [kind, null]));
  expect(parse(RouteCreate, { ...route, ...nulls }).issues).toBeUndefined();
});
