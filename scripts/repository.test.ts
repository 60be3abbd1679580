import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

type Manifest = Record<"dependencies" | "devDependencies" | "scripts", Record<string, string>>;

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
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

  test("every npm script that the README names exists", () => {
    const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] ?? "");
    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  test("every file that the README gives as a keeper exists", () => {
    const keepers = tableAfter("Rules, and who keeps them").flatMap((row) =>
      [...(row[2] ?? "").matchAll(/`([\w./-]+\.\w+)`/g)].map((match) => match[1] ?? ""),
    );
    expect(keepers.length).toBeGreaterThan(0);
    expect(keepers.filter((file) => read(file) === "")).toEqual([]);
  });
});
