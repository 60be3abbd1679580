import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { powershellOf, powershellQuote } from "./copy-as-powershell.ts";

type Token = { kind: "word" | "text"; value: string } | { kind: "mark"; value: "@{" | "}" | ";" | "=" };
const isQuote = (char: string | undefined) => char !== undefined && /['\u2018-\u201b]/.test(char);
const isDouble = (char: string | undefined) => char !== undefined && /["\u201c-\u201e]/.test(char);

/** A literal in single quotes: any of five characters ends it, two of them in a row are one (about_Quoting_Rules). */
function readSingle(source: string, start: number): { value: string; end: number } {
  let value = "";
  for (let at = start + 1; at < source.length; at += 1) {
    if (!isQuote(source[at])) value += source[at];
    else if (isQuote(source[at + 1])) value += source[(at += 1)];
    else return { value, end: at + 1 };
  }
  throw new Error("no end of the literal");
}

/** A text in double quotes with environment variables; anything else that would be special is refused. */
function readDouble(source: string, start: number): { value: string; end: number } {
  const length = source.slice(start + 1).search(/["\u201c-\u201e]/);
  const end = start + 1 + length;
  const inner = source.slice(start + 1, end);
  if (length < 0 || inner.includes("`")) throw new Error("not a text this parser knows");
  return { value: inner.replaceAll(/\$env:(\w+)/g, "<$1>"), end: end + 1 };
}

/** Splits a command as PowerShell does, strictly: what it does not know is an error. */
function tokens(source: string): Token[] {
  const found: Token[] = [];
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at);
    const mark = /^(?:@\{|\}|;|=)/.exec(rest)?.[0] as "@{" | undefined;
    const word = /^[\w.-]+/.exec(rest)?.[0];
    const gap = /^(?:[ ]+|`\n)/.exec(rest)?.[0];
    if (isQuote(rest[0]) || isDouble(rest[0])) {
      const { value, end } = isQuote(rest[0]) ? readSingle(source, at) : readDouble(source, at);
      found.push({ kind: "text", value });
      at = end;
    } else if (mark) {
      found.push({ kind: "mark", value: mark });
      at += mark.length;
    } else if (word) {
      found.push({ kind: "word", value: word });
      at += word.length;
    } else if (gap) at += gap.length;
    else throw new Error(`unexpected ${JSON.stringify(rest.slice(0, 10))}`);
  }
  return found;
}

/** The parameters of one command. */
function parse(source: string): { command: string; parameters: Record<string, unknown> } {
  const all = tokens(source);
  const parameters: Record<string, unknown> = {};
  const command = all.shift()?.value ?? "";
  while (all.length > 0) {
    const name = all.shift();
    if (name?.kind !== "word" || !name.value.startsWith("-")) throw new Error("expected a parameter");
    const value = all.shift();
    if (value?.value !== "@{" || value.kind !== "mark") {
      parameters[name.value] = value?.value;
      continue;
    }
    const table: Record<string, string> = {};
    for (let key = all.shift(); key && key.value !== "}"; key = all.shift()) {
      if (key.value === ";") continue;
      if (all.shift()?.value !== "=") throw new Error("expected =");
      table[key.value] = all.shift()?.value ?? "";
    }
    parameters[name.value] = table;
  }
  return { command, parameters };
}

describe("powershellOf", () => {
  beforeEach(() =>
    setConnection(
      { baseUrl: "http://127.0.0.1:4180/api", key: "gh2_secret", versionHeader: "Service-Version" },
      { remember: false },
    ),
  );
  afterEach(forgetConnection);

  it("is one readable command", () => {
    expect(powershellOf({ method: "PUT", path: "/x", body: { a: "it’s 'é'" } })).toBe(
      [
        "Invoke-RestMethod -Method PUT -Uri 'http://127.0.0.1:4180/api/x'",
        `-Headers @{ Authorization = "Bearer $env:GATEHOUSE_API_KEY"; 'Service-Version' = '2' }`,
        "-ContentType 'application/json'",
        String.raw`-Body '{"a":"it\u2019s ''\u00e9''"}'`,
      ].join(" `\n  "),
    );
  });

  it("is read back as the request it was made from, its body in ASCII", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.jsonValue({ maxDepth: 3 }), (text, value) => {
        const path = `/edges/${encodeURIComponent(text)}`;
        const { command, parameters } = parse(powershellOf({ method: "PATCH", path, body: { text, value } }));
        expect(command).toBe("Invoke-RestMethod");
        const { "-Body": body, ...rest } = parameters;
        expect(rest).toEqual({
          "-Method": "PATCH",
          "-Uri": `http://127.0.0.1:4180/api${path}`,
          "-Headers": { Authorization: "Bearer <GATEHOUSE_API_KEY>", "Service-Version": "2" },
          "-ContentType": "application/json",
        });
        expect(String(body)).toMatch(/^[\0-\x7f]*$/);
        expect(JSON.parse(String(body))).toEqual(JSON.parse(JSON.stringify({ text, value })));
      }),
    );
  });

  it("quotes any text as one literal, curly quotes included", () => {
    const quotes = fc.string({ unit: fc.constantFrom("'", "‘", "’", "‚", "‛", '"', "$", "`", "\n", "a") });
    fc.assert(
      fc.property(fc.oneof(quotes, fc.string({ unit: "binary" })), (text) => {
        expect(readSingle(powershellQuote(text), 0)).toEqual({
          value: text,
          end: powershellQuote(text).length,
        });
      }),
    );
  });
});
