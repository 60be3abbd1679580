import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hclText, hclValue, terraformOf } from "./copy-as-terraform.ts";

const ESCAPED: Record<string, string> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\" };

/** Reads an expression of HCL, strictly: a template is an error, and so is a run whose reading is in doubt. */
function readValue(source: string, start: number): { value: unknown; end: number } {
  let at = start;
  const skip = () => {
    while (/[\s]/.test(source[at] ?? "")) at += 1;
  };
  skip();
  if (source[at] === '"') return readText(source, at);
  if (source[at] === "[" || source[at] === "{") {
    const isList = source[at] === "[";
    const items: unknown[] = [];
    const fields: [string, unknown][] = [];
    for (at += 1, skip(); source[at] !== (isList ? "]" : "}"); skip()) {
      const first = readValue(source, at);
      at = first.end;
      skip();
      if (isList) items.push(first.value);
      else {
        if (source[at] !== "=") throw new Error("expected =");
        const second = readValue(source, at + 1);
        at = second.end;
        fields.push([String(first.value), second.value]);
      }
      if (source[at] === ",") at += 1;
    }
    return { value: isList ? items : Object.fromEntries(fields), end: at + 1 };
  }
  const plain = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)/.exec(source.slice(at))?.[0];
  if (plain === undefined) throw new Error(`unexpected ${source.slice(at, at + 9)}`);
  return { value: JSON.parse(plain), end: at + plain.length };
}

function readText(source: string, start: number): { value: string; end: number } {
  let value = "";
  for (let at = start + 1; at < source.length;) {
    const rest = source.slice(at);
    const code = /^\\u([0-9a-f]{4})/.exec(rest)?.[1];
    if (rest.startsWith('"')) return { value, end: at + 1 };
    if (/^([$%])\1{2,}\{/.test(rest)) throw new Error("a run that is read in more than one way");
    if (/^(?:\$\$\{|%%\{)/.test(rest)) {
      value += rest.slice(1, 3);
      at += 3;
    } else if (/^[$%]\{/.test(rest)) throw new Error("a template");
    else if (code !== undefined) {
      value += String.fromCharCode(Number.parseInt(code, 16));
      at += 6;
    } else if (rest.startsWith("\\")) {
      const char = ESCAPED[rest[1] ?? ""];
      if (char === undefined) throw new Error("an escape HCL does not know");
      value += char;
      at += 2;
    } else if (/^\p{Cc}/u.test(rest)) throw new Error("a control character");
    else {
      value += rest[0];
      at += 1;
    }
  }
  throw new Error("no end of the text");
}

const tricky = fc.string({
  unit: fc.constantFrom("$", "%", "{", "}", '"', "\\", "\n", "\r", "\0", "u", "é"),
});

describe("hcl", () => {
  it("texts are read back, templates and all", () => {
    expect(hclText('${a} %{b} $c "d"\n')).toBe('"$${a} %%{b} $c \\"d\\"\\n"');
    expect(hclText("$${a}")).toBe(String.raw`"\u0024\u0024{a}"`);
    fc.assert(
      fc.property(fc.oneof(tricky, fc.string({ unit: "grapheme" })), (text) => {
        expect(readText(hclText(text), 0)).toEqual({ value: text, end: hclText(text).length });
      }),
    );
  });

  it("any JSON value is read back", () => {
    const { value: anything } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        tricky,
        fc.boolean(),
        fc.constant(null),
        fc.integer(),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(tricky, tie("value"), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(anything, (value) => {
        expect(JSON.stringify(readValue(hclValue(value), 0).value)).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe("terraformOf", () => {
  it("imports what exists, takes the id out of a Ref, leaves out what is empty", () => {
    const rule = {
      id: "ipr_2abc",
      uri: "http://127.0.0.1/api/ip_policy_rules/ipr_2abc",
      created_at: "2026-11-21T00:00:00Z",
      description: "",
      cidr: "10.0.0.0/8",
      action: "allow",
      ip_policy: { id: "ipp_1", uri: "…" },
    };
    expect(terraformOf("ngrok_ip_policy_rule", rule)).toBe(
      [
        "import {",
        "  to = ngrok_ip_policy_rule.ipr_2abc",
        '  id = "ipr_2abc"',
        "}",
        "",
        'resource "ngrok_ip_policy_rule" "ipr_2abc" {',
        '  action = "allow"',
        '  cidr = "10.0.0.0/8"',
        '  ip_policy_id = "ipp_1"',
        "}",
        "",
      ].join("\n"),
    );
  });

  it("never holds a token", () => {
    const text = terraformOf("ngrok_credential", { token: "tok_secret", acl: ["bind:a.example"] });
    expect(text).toBe('resource "ngrok_credential" "new" {\n  acl = [\n    "bind:a.example",\n  ]\n}\n');
  });
});
