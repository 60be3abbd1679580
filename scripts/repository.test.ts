import { describe, expect, test } from "vitest";
import { read, tracked } from "./docs/documents.ts";

type Manifest = Record<"dependencies" | "devDependencies" | "scripts", Record<string, string>>;

const manifest = JSON.parse(read("package.json")) as Manifest;
const readme = read("README.md");
const packages = { ...manifest.dependencies, ...manifest.devDependencies };

function tableAfter(heading: string): string[][] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((line) => line.split("|").map((cell) => cell.trim()));
}

describe("the repository keeps what the README says", () => {
  test("every dependency stands in the README's table, and nothing else does", () => {
    const named = tableAfter("Dependencies").flatMap((row) => (row[1] ?? "").split(", "));
    expect(named.toSorted()).toEqual(Object.keys(packages).toSorted());
  });

  test("every version is exact", () => {
    const loose = Object.entries(packages).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  test("the lockfile names no host to download from", () => {
    expect(read("package-lock.json")).not.toMatch(/"resolved"|https?:\/\/[^"]*registry/);
  });

  test("every npm script that a document names exists", () => {
    const named = tracked("*.md").flatMap((file) =>
      [...read(file).matchAll(/npm run\s+([\w:.-]*\w)/g)].map(([, name = ""]) => ({ file, name })),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ name }) => !(name in manifest.scripts))).toEqual([]);
  });

  test("lint is switched off for one line only, for a rule by its name, and with the reason", () => {
    const off = tracked("*.ts", "*.tsx", "*.mjs", "*.js").flatMap((file) =>
      [...read(file).matchAll(/\b(?:ox|es)lint-disable.*/g)].map(([text]) => ({ file, text })),
    );
    expect(off.length).toBeGreaterThan(0);
    const reasoned = /^(?:ox|es)lint-disable-next-line [\w@/-]*\w(?:, [\w@/-]*\w)* -- \w/;
    expect(off.filter(({ text }) => !reasoned.test(text))).toEqual([]);
  });

  test("a wait in a test is that of scripts/patience.mjs, or a promise with a name", () => {
    // Cause: three hundred waits of 1 to 60 s each ended tests on a busy machine. Law: how long is said once.
    const own =
      /\b(?:timeout|setTimeout): ?\d|^\s*\}, [\d_]{4,}\);$|(?:before|after)(?:All|Each)\(.*, [\d_]{4,}\)/;
    const told = tracked("*.test.ts", "*.test.tsx", "*.spec.ts").flatMap((file) =>
      read(file)
        .split("\n")
        .filter((line) => own.test(line) && !/^\s*const [A-Z_]+ = /.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(told).toEqual([]);
  });

  test("every file that the README gives as a keeper exists", () => {
    const keepers = tableAfter("Rules, and who keeps them").flatMap((row) =>
      [...(row[2] ?? "").matchAll(/`([\w./-]+\.\w+)`/g)].map((match) => match[1] ?? ""),
    );
    expect(keepers.length).toBeGreaterThan(0);
    expect(keepers.filter((file) => read(file) === "")).toEqual([]);
  });
});
