import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import { KINDS } from "#resources/kinds.ts";
import { read, tracked } from "./docs/documents.ts";
import { wrongWords } from "./words.mjs";

type Node = { type: string; start: number; [field: string]: unknown };
/** `label`: it names something, as a button or a column does. */
type Text = { at: number; text: string; label?: boolean };

/** Fields whose value is shown, even when it is a single word in lower case. */
const SHOWN =
  /^(?:label|title|head|sortedHead|text|hint|placeholder|noun|one|many|purpose|confirmLabel|tried|description)$/;
/** Fields whose value names something. */
const LABEL = /^(?:\w*[lL]abel|head|sortedHead)$/;
/** A text, not a name of the API, a class or a path: it has words, or begins as a sentence does. */
const WORDED = /\p{L}[,.:;…]? +\S|^\p{Lu}\p{Ll}/u;
/** Where strings are no texts: imports, types, names of classes. */
const SILENT = /^(?:Import|Export(?:All|Named)Declaration$|TS(?!AsExpression|SatisfiesExpression|NonNull))/;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

/** The texts of a source that a user may read: literals, templates with `{}` for their values, and the text of JSX. */
function textsOf(file: string, source: string): Text[] {
  const texts: Text[] = [];
  const add = (at: number, text: string, always: boolean, label = false) => {
    const words = text.replaceAll(/\s+/g, " ").trim();
    if (always ? /\p{L}/u.test(words) : WORDED.test(words)) texts.push({ at, text: words, label });
  };
  const visit = (node: Node, shown: boolean, label = false): void => {
    if (SILENT.test(node.type) && node["declaration"] == null) return;
    if (node.type === "JSXAttribute" && nameOf(node["name"]) === "className") return;
    if (node.type === "Literal" && typeof node["value"] === "string")
      add(node.start, node["value"], shown, label);
    if (node.type === "TemplateLiteral") add(node.start, templateText(node), shown, label);
    if (node.type === "JSXElement" || node.type === "JSXFragment") add(node.start, jsxText(node), true);
    const name = nameOf(node["key"] ?? node["name"]);
    const holds = SHOWN.test(name);
    for (const [field, value] of Object.entries(node)) {
      if (field === "key" && node["computed"] !== true) continue;
      for (const child of nodesIn(value))
        visit(
          child,
          field === "value" ? holds : shown && !child.type.startsWith("JSX"),
          field === "value" ? LABEL.test(name) : label && !child.type.startsWith("JSX"),
        );
    }
  };
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} can't be read: ${errors[0]?.message}`);
  visit(program as unknown as Node, false);
  return texts;
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node["name"] === "string" ? node["name"] : "";
}

function templateText(node: Node): string {
  return nodesIn(node["quasis"])
    .map(({ value }) => (value as { cooked: string }).cooked)
    .join("{}");
}

/** What an element says itself: `{}` for a value and for an element in it, which is looked at alone. */
function jsxText(node: Node): string {
  return nodesIn(node["children"])
    .map((child) => {
      if (child.type === "JSXText") return child["value"] as string;
      const { expression } = child as { expression?: Node };
      return expression && typeof expression["value"] === "string" ? expression["value"] : "{}";
    })
    .join("");
}

/** The texts of Markdown and HTML, line by line, without code and tags. */
function linesOf(source: string): Text[] {
  const plain = source.replaceAll(
    /^```[\s\S]*?^```$|`[^`\n]*`|<(script|style|svg)[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/gm,
    (code) => code.replaceAll(/[^\n]/g, " "),
  );
  let at = 0;
  return plain.split("\n").flatMap((line) => {
    at += line.length + 1;
    return line.split("|").map((text) => ({ at: at - 2, text: text.trim() }));
  });
}

/** Every text of a file that says what it may not, as "file:line: what, better: … In: the text". */
function faultsIn(file: string): string[] {
  const source = read(file);
  const texts = /\.(?:md|html)$/.test(file) ? linesOf(source) : textsOf(file, source);
  const api = /^src\/contract\/|^service\/openapi|^docs\/(?:errors|protocol-facts)\.md$/.test(file);
  return texts.flatMap(({ at, text, label }) =>
    [
      ...wrongWords(text, { api }),
      ...(label && /[^.]\.$/.test(text) ? ["a label ends without a dot"] : []),
    ].map((wrong) => `${file}:${source.slice(0, at).split("\n").length}: ${wrong}. In: ${text}`),
  );
}

/** Texts that were said, each with its own fault. */
const NOW = [
  "State, needs attention first",
  "{} behind 3.18.2",
  "Update accepted, restart in 7 s",
  "What comes of it is watched",
  "Try the 1 that failed again",
  "Waiting for successor…",
  "Back after 5 s, verified",
  "2 agents left out",
  "1 candidate appeared",
  "left the list",
  "URLs go dark",
  "Upstream, as the agent reaches it",
  "An edge listens at hosts of yours, whichever agents come and go",
  "What it is (description)",
  "Stands beside its hosts in every list",
  "Anything of yours, optional. Not a place for secrets.",
  "Took out OAuth.",
  "Requests that pass all other modules have nowhere to go",
  "It is set but keeps nobody out",
  "Undo makes it again as it is now, under new ids",
  "a name may stand once",
  "What it starts from",
  "Everything else is sent back as it was read",
  "In words",
  "held while you edit",
  "Who may enter",
  "Longest session",
  "Let OPTIONS through",
  "Must be false while oauth is on…",
  "Who made it, and for whom",
  "Leave, drop changes",
  "Take theirs, drop mine",
  "Paste many…",
  "Worth a look",
  "never decides",
  "“abc” is no IPv4 or IPv6 range",
  "deny 10.9.0.0/24 stands now",
  "Prove that you have it",
  "Done, close for good",
  "I lost it: delete this key",
  "Disconnect and forget the key",
  "Not read yet, so not searched",
  "Letters and signs work as shortcuts",
  "It has these otherwise than you typed them:",
  "Not saved: what failed is told above.",
  "The way that requests took",
  "Tell it under “Try an address”",
  "Search all 1 sessions",
  "{} sessions",
  "the spec",
  "everybody whom the provider signs in",
  "comes back as ts_1",
  "keeps out",
];

const SPOKEN = tracked(
  "src/**",
  "service/**",
  "agent/**",
  "edge/**",
  "scripts/**",
  "index.html",
  "*.md",
).filter(
  (file) =>
    /\.(?:tsx?|mjs|md)$|^index\.html$/.test(file) &&
    !/\.test\.tsx?$|\/testing\/|^scripts\/words|^docs\/(?:decisions\/|api\.md)/.test(file),
);

// The cause: texts read like a translation, and each writer had a verb of his own. The law: what a user reads says nothing of
// the list in scripts/words.mjs.
describe("words", () => {
  test("are read from literals, templates, attributes and JSX, not from comments, types, names and classes", () => {
    const source = `
      // made here
      import { made } from "made one.ts";
      type Made = "made one";
      const rows = { "made one": 1, label: "made", kind: "made" };
      const text = \`made \${rows} one\` + "Made two";
      const box = (
        <p className="made one" title="made three">
          It is <b>made {rows}</b> of {"this one"}
        </p>
      );`;
    expect(textsOf("a.tsx", source).map(({ text }) => text)).toEqual([
      "made",
      "made {} one",
      "Made two",
      "It is {} of this one",
      "made three",
      "made {}",
      "this one",
    ]);
    expect(
      linesOf("# Made\n```\nmade\n```\n| one | `made` |")
        .map(({ text }) => text)
        .filter(Boolean),
    ).toEqual(["# Made", "one"]);
  });

  test("each turn of phrase that has a better one is found", () => {
    const unfound = NOW.filter((text) => wrongWords(text).length === 0);
    expect(unfound).toEqual([]);
  });

  test("what the API itself calls so may be said of the API", () => {
    expect(wrongWords("Get a tunnel credential.")).not.toEqual([]);
    expect(wrongWords("Get a tunnel credential.", { api: true })).toEqual([]);
    expect(wrongWords("Make a tunnel credential.", { api: true })).not.toEqual([]);
  });

  test("no text of the sources says what scripts/words.mjs bans", () => {
    expect(SPOKEN.flatMap(faultsIn)).toEqual([]);
  });

  // Cause: nouns of resources were typed again wherever some were counted. Law: each is written once, in src/resources/kinds.ts.
  test("what is counted is called as its kind is", () => {
    const nouns = Object.values(KINDS).flatMap(({ noun, short }) => [noun.one, short.one]);
    const typed = new RegExp(`\\b(?:counted|plural)\\((?:[^()";]|\\([^()]*\\))*, "(?:${nouns.join("|")})"`);
    // The rules of a traffic policy are no IP rules, and keys of a JWT no API keys.
    const counting = SPOKEN.filter((file) => /^src\/(?!modules\/(?:policies|jwt-validation)\/)/.test(file));
    expect(typed.test('counted(of.length, "route")')).toBe(true);
    expect(counting.filter((file) => typed.test(read(file)))).toEqual([]);
  });
});
