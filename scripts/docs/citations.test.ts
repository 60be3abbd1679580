import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { exists, read, tracked } from "./documents.ts";

const sources = tracked(
  ...["ts", "tsx", "mjs", "cjs", "js", "css", "html", "yml", "yaml", "sh", "svg"].map((kind) => `*.${kind}`),
  ".*", // .ci/run and the dotfiles
).filter((file) => file !== "scripts/docs/citations.test.ts");
const documents = tracked("*.md");

/** Documents that are not in the repository, however they were cited. */
const ELSEWHERE =
  /family-facts|design decision|[dD]esign §|design\.md|product\.md|examples\.md|traffic\.md|stack\.md|\b[Ii]ssue \d|\(decision \d|[Dd]eliver \d|\.md, [A-Z§]|\bspec\/|\.\.\/shared/;
/** What a comment may not say, and what it says instead. */
const VAGUE: readonly (readonly [RegExp, string])[] = [
  [
    /\bthe spec(?:ification)?\b|\bdesign document\b/i,
    "say what holds, or cite docs/ by file and heading (protocol-facts.md#limits)",
  ],
  [/(?<!\bRFC \d+ |\bsemver\.org )§ ?\S*/, "cite a heading; only an RFC and semver.org have §"],
  [/\b(?:decisions?|ADR) #?\d+/i, "cite its file (decisions/store/tokens.md)"],
  [
    /\b(?:criteri(?:on|a)|requirements?) \d|\bGH-\d|(?<!RFC \d+, )\bsection \d/i,
    "say why, or cite a heading of docs/",
  ],
  [/\bdecisions\/[\w-]+\/[\w-]+(?![\w-]|\.md)/, "cite the file with .md"],
  [/\b(?:issues?|deliver(?:able)?s?) #?\d+/i, "say why, or cite docs/decisions"],
  [/\bfamily facts\b/i, "cite protocol-facts.md#…"],
  [/\b(?:api|architecture|protocol-facts)#[\w-]*/, "write .md before the heading"],
  // docs/api.md is the file itself, which is written by `npm run docs`.
  [/(?<!docs\/)\bapi\.md(?!#\w)|\b(?:architecture|protocol-facts)\.md(?!#\w)/, "cite a heading of it"],
  [/(?<![\w.])\/(?:work|tmp|home|Users|root)\/\S*/, "name nothing of one machine"],
  [/registry\.npmjs\.org/, "name no registry"],
];
/** Block and line comments, and the names of tests. */
const COMMENT =
  /(?<![^\s;,{(])\/\*[\s*][\s\S]*?\*\/|<!--[\s\S]*?-->|(?<![^\s;,{(])\/\/.*|(?:\b(?:describe|it|test)(?:\.\w+)?|\))\(\s*(["'`]).*?\1/g;
const HASH_COMMENT = /(?<!\S)#.*/g;
const HASHED = /(?:^|\/)\.?\w+$|\.(?:ya?ml|sh)$/;
/** `protocol-facts.md#ip-policies`, `decisions/store/tokens.md`; a path begins at docs/, at the root or in the same folder. */
const CITATION = /(?<![%\w./-])[\w./-]*[\w-]\.md(?:#[\w-]+)?/g;
const PATH =
  /(?<![\w./@-])(?:src|service|agent|edge|e2e|scripts|docs|deploy|public|\.ci)\/[\w./-]*\.(?!md\b)\w+/g;

/** The anchors of a document's headings, as GitHub makes them. */
function anchors(markdown: string): Set<string> {
  const headings = markdown.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/^#{1,6} (.+)$/gm);
  return new Set([...headings].map(([, heading = ""]) => anchorOf(heading)));
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** Why `file#anchor` leads nowhere, with `folders` tried in turn; null when it does not. */
function unresolved(target: string, folders: readonly string[]): string | null {
  const [path = "", anchor] = target.split("#");
  const file = folders.map((folder) => normalize(join(folder, path))).find(exists);
  if (file === undefined) return `${target}: no such file`;
  if (anchor === undefined || anchors(read(file)).has(anchor)) return null;
  return `${target}: ${file} has no such heading`;
}

/** The comments of a file, line by line, each with its number. */
function comments(file: string, text: string): [number, string][] {
  return [...text.matchAll(HASHED.test(file) ? HASH_COMMENT : COMMENT)].flatMap(({ 0: comment, index }) => {
    const first = text.slice(0, index).split("\n").length;
    return comment.split("\n").map((line, i): [number, string] => [first + i, line]);
  });
}

/** The faults of a file: its line, what is wrong there, and what to write instead. */
function broken(file: string, text: string): string[] {
  const leadNowhere = (line: string, pattern: RegExp) =>
    [...line.matchAll(pattern)].flatMap(([target]) => unresolved(target, ["docs", "", dirname(file)]) ?? []);
  const faults = text.split("\n").flatMap((line, i) => {
    const old = ELSEWHERE.exec(line)?.[0];
    const gone = old === undefined ? [] : [`"${old}" is no document of this repository: cite one of docs/`];
    return [...gone, ...leadNowhere(line, CITATION)].map((fault) => `${file}:${i + 1} ${fault}`);
  });
  const vague = comments(file, text).flatMap(([number, line]) => {
    const said = VAGUE.map(([pattern, instead]) => [pattern.exec(line)?.[0], instead] as const);
    return [
      ...said.flatMap(([words, instead]) => (words === undefined ? [] : [`"${words}": ${instead}`])),
      ...leadNowhere(line, PATH),
    ].map((fault) => `${file}:${number} ${fault}`);
  });
  return [...faults, ...vague];
}

describe("what a comment cites", () => {
  test.each([
    ["(family-facts §3)", "no document"],
    ["(design decision 4)", "no document"],
    ["(api.md, API keys)", "no document"],
    ["(protocol-facts.md)", "cite a heading"],
    ["(api.md (Limits))", "cite a heading"],
    ["(protocol-facts.md#no-such-heading)", "no such heading"],
    ["(decisions/store/no-such.md)", "no such file"],
    ["(decisions/store/tokens)", "with .md"],
    ["as the spec says", "say what holds"],
    ["(spec §3)", "cite a heading"],
    ["(decision 9)", "cite its file"],
    ["(ADR 12)", "cite its file"],
    ["as the specification says", "say what holds"],
    ["(section 3 of the brief)", "say why"],
    ["(criterion 7)", "say why"],
    ["(requirement 4.2)", "say why"],
    ["(GH-123)", "say why"],
    ["(edge/no/such.ts)", "no such file"],
    ["(issue #5)", "say why"],
    ["(issues 5 and 6)", "say why"],
    ["(deliverable 2)", "say why"],
    ["(family facts)", "protocol-facts.md#"],
    ["(protocol-facts#limits)", "write .md"],
    ["(docs/no-such.png)", "no such file"],
    ["(src/no/such.ts)", "no such file"],
    ["(/work/notes)", "one machine"],
    ["(registry.npmjs.org)", "no registry"],
  ])("is found where it is broken: %s", (said, reason) => {
    for (const [file, text] of [
      ["src/main.tsx", `const a = 1; // It is so ${said}.`],
      ["src/main.tsx", `/**\n * It is so ${said}.\n */`],
      ["src/main.test.ts", `it("is so ${said}", () => {});`],
      ["index.html", `<!-- It is so\n${said}. -->`],
      [".ci/run", `true # It is so ${said}.`],
    ] as const)
      expect(broken(file, text).join()).toContain(reason);
  });

  test.each([
    "// RFC 9110 §7.8, protocol-facts.md#limits, docs/api.md, src/main.tsx, src/**/*.ts",
    'hint="At least one; the spec shows one, as api.md says."',
    'const path = "src/no/such.ts", base = "https://registry.npmjs.org";',
  ])("is let pass where it is not: %s", (text) => {
    expect(broken("src/main.tsx", text)).toEqual([]);
  });

  test("is in the repository, file and heading", () => {
    expect(sources).toEqual(expect.arrayContaining([".ci/run", ".size-limit.mjs", "src/api/boot.ts"]));
    expect(sources.flatMap((file) => broken(file, read(file)))).toEqual([]);
  });
});

const withoutCode = (markdown: string) => markdown.replaceAll(/`[^`\n]*`/g, "");

describe("what a document names", () => {
  const links = documents.flatMap((file) =>
    [...withoutCode(read(file)).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(
      ([, target = ""]) => [file, target] as const,
    ),
  );

  test("links that lead somewhere", () => {
    const faults = links.flatMap(([file, target]) => {
      const own = target.startsWith("#") ? `${file}${target}` : target;
      return unresolved(own, [target.startsWith("#") ? "" : dirname(file)])?.concat(` (in ${file})`) ?? [];
    });
    expect(links.length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  test("files and folders that exist", () => {
    const faults = documents.flatMap((file) =>
      [
        ...read(file).matchAll(
          /`((?:src|service|agent|edge|e2e|scripts|docs|deploy|public)\/[a-z][\w./-]*)`/g,
        ),
      ]
        .filter(([, path = ""]) => !exists(path))
        .map(([, path]) => `${file}: ${path}`),
    );
    expect(faults).toEqual([]);
  });

  test("nothing of a place outside the repository", () => {
    expect(documents.filter((file) => ELSEWHERE.test(read(file)))).toEqual([]);
  });
});
