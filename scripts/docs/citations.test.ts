import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { exists, read, tracked } from "./documents.ts";

const sources = tracked("*.ts", "*.tsx", "*.mjs", "*.css", "*.html", "*.yml").filter(
  (file) => file !== "scripts/docs/citations.test.ts",
);
const documents = tracked("*.md");

/** Documents that are not in the repository, however they were cited. */
const ELSEWHERE =
  /family-facts|design decision|[dD]esign §|design\.md|product\.md|examples\.md|traffic\.md|stack\.md|\b[Ii]ssue \d|\(decision \d|[Dd]eliver \d|\.md, [A-Z§]|\bspec\/|\.\.\/shared/;
/** `protocol-facts.md#ip-policies`, `decisions/store/tokens.md`; a path begins at docs/, at the root or in the same folder. */
const CITATION = /(?<![%\w./-])[\w./-]*[\w-]\.md(?:#[\w-]+)?/g;
const HEADED = /^(?:protocol-facts|architecture)\.md$/;

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

function broken(file: string, line: string): string[] {
  const old = ELSEWHERE.exec(line);
  const cited = [...line.matchAll(CITATION)].map(([target]) => target);
  return [
    ...(old ? [`"${old[0]}" is no document of this repository`] : []),
    ...cited.filter((target) => HEADED.test(target)).map((target) => `${target}: cite a heading of it`),
    ...cited.flatMap((target) => unresolved(target, ["docs", "", dirname(file)]) ?? []),
  ];
}

describe("what a comment cites", () => {
  test.each([
    ["(family-facts §3)", "no document"],
    ["(design decision 4)", "no document"],
    ["(api.md, API keys)", "no document"],
    ["(protocol-facts.md)", "cite a heading"],
    ["(protocol-facts.md#no-such-heading)", "no such heading"],
    ["(decisions/store/no-such.md)", "no such file"],
  ])("is found where it is broken: %s", (comment, reason) => {
    expect(broken("src/main.tsx", comment).join()).toContain(reason);
  });

  test("is in the repository, file and heading", () => {
    const faults = sources.flatMap((file) =>
      read(file)
        .split("\n")
        .flatMap((line, i) => broken(file, line).map((fault) => `${file}:${i + 1} ${fault}`)),
    );
    expect(faults).toEqual([]);
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
      [...read(file).matchAll(/`((?:src|service|agent|e2e|scripts|docs)\/[a-z][\w./-]*)`/g)]
        .filter(([, path = ""]) => !exists(path))
        .map(([, path]) => `${file}: ${path}`),
    );
    expect(faults).toEqual([]);
  });

  test("nothing of a place outside the repository", () => {
    expect(documents.filter((file) => ELSEWHERE.test(read(file)))).toEqual([]);
  });
});
