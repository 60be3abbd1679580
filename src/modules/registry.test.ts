import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { ALL_CONTRACTS } from "#contract/modules/contracts.ts";
import type { ModuleContract, ModuleOwner } from "#contract/modules/module-contract.ts";
import { diff } from "#forms/diff.ts";
import { isJsonObject, own, sameJson, valueAt, type JsonObject, type Path } from "#forms/json.ts";
import { requestsOf } from "#testing/module-arbitraries.ts";
import type { FormValues } from "#editing/form-definition.ts";
import { showEntered } from "#editing/secret-values.ts";
import { moduleOf, MODULES } from "./registry.ts";

type Contract = ModuleContract<string, ModuleOwner, JsonObject, JsonObject>;

/** A number that JavaScript writes with an exponent is kept when it is loaded, but can't be typed. */
const isTypable = (value: JsonObject) => !/[,:[]-?[\d.]+e-?\d/.test(JSON.stringify(value));

const plain = (value: JsonObject) => JSON.parse(JSON.stringify(value)) as JsonObject;

/** Where a form has controls of secrets. */
function secretsIn(form: unknown, path: readonly string[] = []): string[][] {
  if (typeof form !== "object" || form === null) return [];
  if ("mode" in form && "text" in form) return [[...path]];
  return Object.entries(form).flatMap(([name, part]) => secretsIn(part, [...path, name]));
}

const leadsTo = (pattern: readonly string[], path: readonly string[]) =>
  pattern.length === path.length && pattern.every((part, at) => part === "*" || part === path[at]);

describe.each(MODULES)("$name", (definition) => {
  const contract = definition.contract as unknown as Contract;
  const requests = requestsOf(definition.contract as unknown as ModuleContract);
  const names = definition.fields.map((field) => field.name);
  const anything = fc.jsonValue({ maxDepth: 2 });
  const strange = fc.oneof(fc.constantFrom("__proto__", "constructor", "future_field"), fc.string());
  const unknown = fc.dictionary(strange, anything, { maxKeys: 3 });
  const known = fc.oneof(fc.double(), fc.nat(), fc.boolean(), fc.constant(null), fc.string(), anything);
  const draftOf = (form: FormValues, base: JsonObject | null) => definition.toDraft(form, base);

  /** Known fields with any value or none, and fields that the kind does not know. */
  const loaded = fc
    .tuple(fc.record(Object.fromEntries(names.map((one) => [one, known])), { requiredKeys: [] }), unknown)
    .map(([fields, more]) => plain({ ...more, ...fields }));

  /** What a service answers to a valid request, with fields that nobody knows at its top and in every object below. */
  const answered = fc.tuple(requests, unknown).map(([request, unknown]) => {
    const answer = plain(contract.toAnswer(contract.request.parse(request)));
    const names = new Set(Object.keys(answer));
    const strange = Object.entries(plain(unknown)).filter(
      ([key]) => !names.has(key) && !(key in definition.defaults),
    );
    const more = withUnknown(answer, Object.fromEntries(strange));
    return contract.answer.safeParse(more).success ? more : answer;
  });

  it("answers every valid request as its contract's answer says", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const answer = plain(contract.toAnswer(contract.request.parse(request)));
        expect(contract.answer.safeParse(answer).error?.issues ?? []).toEqual([]);
      }),
    );
  });

  it("load → form → request is the identity for any JSON, unknown and absent fields included", () => {
    fc.assert(
      fc.property(loaded, (value) => {
        const { request } = draftOf(definition.toForm(value), value);
        expect(sameJson(request, value)).toBe(true);
      }),
    );
  });

  it("JSON that was typed shows its secrets as entered, and is sent as it was typed", () => {
    fc.assert(
      fc.property(loaded, loaded, (value, base) => {
        const shown = showEntered(definition.secrets, definition.toForm(value), value, base) as FormValues;
        expect(sameJson(definition.toDraft(shown, value, base).request, value)).toBe(true);
      }),
    );
  });

  it("what a service answers loads, is refused nothing, and goes back as it came, in the shape it came in", () => {
    fc.assert(
      fc.property(answered, (answer) => {
        const request = contract.toRequest(answer);
        const draft = draftOf(definition.toForm(request), request);
        expect(sameJson(draft.request, request)).toBe(true);
        expect(draft.issues).toEqual([]);
      }),
    );
  });

  // Cause: contracts dropped the nulls of an answer, so a save that changed one field left others out. Law: load →
  // form → request is the identity, nulls included. The null of a secret stays out: sent, it clears
  // (decisions/contract/secrets.md).
  it("a null that was read is sent as it was read, wherever it stands", () => {
    fc.assert(
      fc.property(answered, fc.nat(), (answer, pick) => {
        const paths = pathsOf(answer).filter(([top]) => names.includes(String(top)));
        const path = paths[pick % Math.max(paths.length, 1)];
        if (!path) return;
        const nulled = withNull(answer, path) as JsonObject;
        if (!contract.answer.safeParse(nulled).success) return;
        const request = contract.toRequest(nulled);
        expect(valueAt(request, path)).toBe(null);
        expect(sameJson(draftOf(definition.toForm(request), request).request, request)).toBe(true);
      }),
    );
  });

  it("shows as secrets what its contract lists as secrets", () => {
    fc.assert(
      fc.property(requests, (value) => {
        const shown = secretsIn(definition.toForm(plain(value)));
        const untold = shown.filter((path) => !contract.secrets.some((secret) => leadsTo(secret.path, path)));
        const missing = `secrets of src/contract/modules/${definition.kind.replaceAll("_", "-")}.ts`;
        expect({ [missing]: untold }).toEqual({ [missing]: [] });
      }),
    );
  });

  it("a valid request typed into an empty form is sent with the same meaning", () => {
    fc.assert(
      fc.property(requests.filter(isTypable), (value) => {
        const request = plain(value);
        const typed = showEntered(
          definition.secrets,
          definition.toForm(request),
          request,
          null,
        ) as FormValues;
        const form = { ...definition.toForm(definition.defaults) };
        for (const field of Object.keys(request)) form[field] = typed[field];
        const draft = draftOf(form, null);
        expect(draft.issues).toEqual([]);
        const [sent, meant] = [draft.request, request].map((one) =>
          contract.toAnswer(contract.request.parse(one)),
        );
        expect(diff(meant, inShapeOf(sent, meant))).toEqual([]);
      }),
    );
  });

  it("changing one field changes that field alone", () => {
    fc.assert(
      fc.property(answered, answered, fc.constantFrom(...names), (from, to, field) => {
        const base = contract.toRequest(from);
        const other = definition.toForm(contract.toRequest(to));
        const form = { ...definition.toForm(base), [field]: other[field] };
        const changed = diff(base, draftOf(form, base).request).map(({ path }) => path[0]);
        expect(changed.filter((one) => one !== field)).toEqual([]);
      }),
    );
  });

  it("an untouched new module is valid, or says at its fields what it needs", () => {
    const { issues } = draftOf(definition.toForm(definition.defaults), null);
    expect(issues.map(({ path }) => String(path[0])).filter((field) => !names.includes(field))).toEqual([]);
    for (const field of Object.keys(definition.defaults)) expect(names).toContain(field);
  });

  it("an untouched new module sends no field that its contract can do without", () => {
    const { request } = draftOf(definition.toForm(definition.defaults), null);
    const { enabled, ...rest } = request;
    expect(enabled).toBe(true);
    for (const field of Object.keys(rest)) {
      const without = contract.request.safeParse({ ...request, [field]: undefined });
      expect(without.error?.issues.map(({ path }) => path[0]) ?? []).toContain(field);
    }
  });

  it("the contract's example is valid as it is", () => {
    const example = plain(contract.example);
    expect(draftOf(definition.toForm(example), example)).toEqual({ request: example, issues: [] });
  });

  it("has a field for everything its contract lets be sent", () => {
    const { shape } = contract.request as unknown as z.ZodMiniObject;
    expect(names.toSorted()).toEqual(Object.keys(shape).toSorted());
  });

  // Cause: compression read "Off · Compression · Off". Law: a fact is said once, and the status says on or off.
  it("says what it does, on or off", () => {
    expect(definition.summary({ ...plain(contract.example), enabled: false })).not.toMatch(/^off\b/i);
  });

  it("says something of any value, and of a secret nothing", () => {
    fc.assert(
      fc.property(loaded, (value) => {
        for (const { name: field, show } of definition.fields)
          expect(show(value[field])).toBeTypeOf("string");
        expect(definition.summary(value)).toMatch(/^\P{Ll}/u);
      }),
    );
    expect(definition.summary(definition.defaults)).toMatch(/^\P{Ll}/u);
    const secrets = JSON.stringify(contract.example).match(/example-[a-z-]*secret/g) ?? [];
    const said = [definition.summary(contract.example)];
    for (const secret of secrets) expect(said.join(" ")).not.toContain(secret);
    expect(JSON.stringify(definition.toForm(contract.example))).not.toMatch(/example-[a-z-]*secret/);
  });
});

/** Where something stands in an answer that its contract may take as null. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item: unknown, at) => [at, item])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([name, part]) => [[...path, name], ...pathsOf(part, [...path, name])]);
}

function withNull(value: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined) return null;
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (at === name ? withNull(item, rest) : item));
  return isJsonObject(value) ? { ...value, [name]: withNull(own(value, String(name)), rest) } : value;
}

/** An answer with the same unknown fields in every object below its top. */
function withUnknown(answer: JsonObject, more: JsonObject): JsonObject {
  const below = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(below);
    if (!isJsonObject(value)) return value;
    // Maps from name to text have no unknown fields: every name is theirs.
    if (Object.values(value).every((entry) => typeof entry === "string")) return value;
    return {
      future_field: 1,
      ...Object.fromEntries(Object.entries(value).map(([key, part]) => [key, below(part)])),
    };
  };
  const entries = Object.entries(answer).map(([key, value]) => [key, below(value)]);
  return { ...more, ...(Object.fromEntries(entries) as JsonObject) };
}

/** A new module writes one object for a list of one (decisions/contract/one-or-list.md), and null for an empty one: all the same. */
function inShapeOf(value: unknown, like: unknown): unknown {
  if (Array.isArray(like)) {
    const list = Array.isArray(value) ? value : value === null ? [] : [value];
    return list.map((item, at) => inShapeOf(item, like[at]));
  }
  if (!isJsonObject(value) || !isJsonObject(like)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, inShapeOf(part, own(like, key))]),
  );
}

describe("registry", () => {
  it("knows no kind that is only a property of every object", () => {
    expect(moduleOf("constructor")).toBeUndefined();
    expect(moduleOf("__proto__")).toBeUndefined();
    expect(moduleOf("circuit_breaker")?.title).toBe("Circuit breaker");
  });

  it("sends no null of a secret that was read: it would clear the stored one", () => {
    const oidc = moduleOf("oidc")?.contract.toRequest({ issuer: "a", client_secret: null } as never);
    expect(oidc).toEqual({ issuer: "a" });
    const github = { client_id: "c", client_secret: null, scopes: null };
    const oauth = moduleOf("oauth")?.contract.toRequest({ provider: { github, google: null } } as never);
    expect(oauth).toEqual({ provider: { github: { client_id: "c", scopes: null }, google: null } });
  });

  it("lists no kind twice for an owner", () => {
    const places = MODULES.flatMap(({ kind, owners }) => owners.map((owner) => `${owner} ${kind}`));
    expect(places).toEqual([...new Set(places)]);
  });

  it("edits every kind that a contract describes", () => {
    const known = MODULES.map(({ name }) => name);
    const unknown = ALL_CONTRACTS.filter(({ name }) => !known.includes(name));
    const files = unknown.map(({ kind }) => `src/modules/${kind.replaceAll("_", "-")}/definition.ts`);
    const lines = "a line in src/modules/registry.ts for";
    expect({ [lines]: files }).toEqual({ [lines]: [] });
  });

  it("edits no kind that the contracts don't list: service, lists and OpenAPI document would not know it", () => {
    const listed = ALL_CONTRACTS.map(({ name }) => name);
    const unlisted = MODULES.map(({ name }) => name).filter((name) => !listed.includes(name));
    const lines = "a line in src/contract/modules/contracts.ts for";
    expect({ [lines]: unlisted }).toEqual({ [lines]: [] });
  });

  // Cause: a kind with neither line was silent. Law: what is written and not listed is named.
  it("lists every contract and definition that is there", async () => {
    const contracts = join(import.meta.dirname, "../contract/modules");
    const files = readdirSync(contracts).filter((name) => /^[a-z0-9-]+\.ts$/.test(name));
    const listed: unknown[] = ALL_CONTRACTS.map(({ kind }) => kind);
    const unlisted = await Promise.all(
      files.map(async (name) => {
        const exported = Object.values((await import(join(contracts, name))) as Record<string, unknown>);
        const own = exported.flatMap((one) =>
          typeof one === "object" && one !== null && "toAnswer" in one && "kind" in one ? [one.kind] : [],
        );
        return own.every((kind) => listed.includes(kind)) ? [] : [name];
      }),
    );
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
      .filter(
        (entry) => entry.isDirectory() && existsSync(join(import.meta.dirname, entry.name, "definition.ts")),
      )
      .map(({ name }) => name);
    const names = MODULES.flatMap(({ kind, name }) => [kind, name].map((one) => one.replaceAll("_", "-")));
    expect({
      "a line in src/contract/modules/contracts.ts for": unlisted.flat(),
      "a line in src/modules/registry.ts for": folders.filter((name) => !names.includes(name)),
    }).toEqual({
      "a line in src/contract/modules/contracts.ts for": [],
      "a line in src/modules/registry.ts for": [],
    });
  });
});
