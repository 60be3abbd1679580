import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AUDIT_EVENT_TYPES, AUDIT_PAYLOADS, OWN_AUDIT_SHAPES } from "#contract/audit-event.ts";
import { kindsWith } from "#contract/modules/kinds.ts";
import { EVENT_KINDS } from "./catalogue.ts";
import { OWN_FIELD_WORDS } from "./own-field-words.ts";

const of = (type: string) => EVENT_KINDS.find((kind) => kind.type === type);

test("each kind is there once, with each of its fields once, and what each is", () => {
  const types = EVENT_KINDS.map(({ type }) => type);
  expect(types).toEqual([...new Set(types)]);
  for (const { type, fields, fires } of EVENT_KINDS) {
    const names = fields.map(({ name }) => name);
    expect([type, names]).toEqual([type, [...new Set(names)]]);
    expect(fires).toMatch(/^An? /);
    for (const field of fields) expect([type, field.name, field.about]).not.toContain("");
  }
});

test("an example has its kind’s fields, no others", () => {
  for (const { type, fields, example } of EVENT_KINDS) {
    const heads = fields.map(({ name }) => name.split(/\.|\[/, 1)[0]);
    expect([type, new Set(Object.keys(example ?? {}))]).toEqual([type, new Set(heads)]);
  }
});

test("what this service writes is in it, and marked as written", () => {
  expect(
    EVENT_KINDS.filter((kind) => kind.written && kind.family === "audit")
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(AUDIT_EVENT_TYPES.toSorted());
});

test("no words are kept for a field that no own kind has", () => {
  const modules = kindsWith(() => true);
  const used = Object.keys(OWN_AUDIT_SHAPES).flatMap((kind) => AUDIT_PAYLOADS[kind as "rollout"]);
  expect(Object.keys(OWN_FIELD_WORDS).filter((name) => !used.includes(name))).toEqual([]);
  expect(used.filter((name) => !(name in OWN_FIELD_WORDS) && !modules.includes(name))).toEqual([]);
});

const SPEC =
  process.env["GATEHOUSE_SPEC"] ??
  join(import.meta.dirname, ...Array<string>(4).fill(".."), "shared", "spec", "api.md");

// The document itself is not in this repository: where it is at hand, the catalogue is held against it.
describe.skipIf(!existsSync(SPEC))("against the API’s document", () => {
  const spec = existsSync(SPEC) ? readFileSync(SPEC, "utf8") : "";
  const section = (from: string, to: string) => spec.split(from)[1]?.split(to)[0] ?? "";

  test.each(["http_request_complete.v0", "tcp_connection_closed.v0"])("%s, field by field", (type) => {
    const rows = [
      ...section(`**${type} fields**`, "\n\n**").matchAll(/^\| ([a-z_.]+) \| (.+?) \| (yes|no) \|$/gm),
    ];
    expect(rows.length).toBeGreaterThan(5);
    const told = rows.map(([, name, said = "", filterable]) => ({
      name,
      type: /^[A-Za-z0-9]+(?:<.*>)?(?=$| \(|[,;])/.exec(said)?.[0],
      filterable: filterable === "yes",
    }));
    expect(
      of(type)?.fields.map(({ name, type: words, filterable }) => ({ name, type: words, filterable })),
    ).toEqual(told);
    for (const [, name = "", said = ""] of rows.filter(([, name]) =>
      /decision$|algorithm$/.test(name ?? ""),
    )) {
      const one = /\((allow or block|[a-z]+(?:, [a-z_]+)+)\)/.exec(said)?.[1];
      const values = one?.split(/, | or /) ?? [];
      expect([name, of(type)?.fields.find((field) => field.name === name)?.values]).toEqual([name, values]);
    }
  });

  const kinds = /Resource kinds: ([a-z_, ]+)\./.exec(spec)?.[1]?.split(", ") ?? [];
  test("every audit kind, with three verbs", () => {
    expect(kinds.length).toBeGreaterThan(10);
    expect(
      EVENT_KINDS.filter(({ family, extension }) => family === "audit" && !extension).map(({ type }) => type),
    ).toEqual(
      kinds
        .toSorted()
        .flatMap((kind) => ["created", "updated", "deleted"].map((verb) => `${kind}_${verb}.v0`)),
    );
  });

  test.each(
    [...spec.matchAll(/^\*\*([a-z_]+) payload\*\*[^:]*: (.+)$/gm)].map(([, kind = "", text = ""]) => [
      kind,
      text,
    ]),
  )("the payload of %s names the documented fields", (kind, text) => {
    // Remarks stand in parentheses; what follows a full stop is about the fields.
    const bare = text.replaceAll(/\([^()]*(?:\([^()]*\))?[^()]*\)/g, "");
    const names = (bare.split(/\.(?: |$)/, 1)[0] ?? "").split(/, (?:and )?|: /).map((name) => name.trim());
    const fields = of(`${kind}_created.v0`)?.fields.map(({ name }) => name) ?? [];
    const documented = names.filter((name) => /^[a-z_.]+$/.test(name));
    expect(documented.length).toBeGreaterThan(4);
    const missing = documented.filter((name) => !fields.includes(name));
    const more = fields.filter((name) => !documented.includes(name) && !name.startsWith("target."));
    expect({ kind, missing, more }).toEqual({ kind, missing: [], more: [] });
  });
});

// Cause: the list of kinds spoke of a "tunnel credential". Law: one noun for one thing, authtoken, where people read.
test("what fires is said in the words of the console", () => {
  expect(of("tunnel_credential_created.v0")?.fires).toBe("An authtoken is created");
  expect(EVENT_KINDS.filter(({ fires }) => /credential/i.test(fires)).map(({ type }) => type)).toEqual([]);
});
