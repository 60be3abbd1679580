import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ERRORS } from "#contract/error.ts";
import { apiReference } from "#service/testing/reference/api-reference.ts";
import { read, root, tracked } from "./documents.ts";

/** The meaning of each code, from the table in docs/errors.md. */
function meanings(): Map<string, string> {
  const rows = read("docs/errors.md").matchAll(/^\| (\d+) +\| (.+?) +\|$/gm);
  return new Map([...rows].map(([, number, meaning]) => [`ERR_GATEHOUSE_${number}`, meaning ?? ""]));
}

/** docs/decisions/README.md: every decision, by what it decides. */
function decisionsIndex(): string {
  const folder = join(root, "docs/decisions");
  const groups = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  const sections = groups.map(({ name }) => {
    const files = readdirSync(join(folder, name)).toSorted();
    const rows = files.map((file) => {
      const [title = "", , date = ""] = read(`docs/decisions/${name}/${file}`).split("\n");
      return `- [${title.replace("# ", "")}](${name}/${file}), ${date.replace("Date: ", "")}`;
    });
    return [`## ${name}`, "", ...rows, ""].join("\n");
  });
  return [
    "# Decisions",
    "",
    "One file each, by what it decides: the decision, its date, why, and what it replaced. A newer one that replaces it takes its place.",
    "",
    "<!-- Written by `npm run docs` from the files beside it. -->",
    "",
    ...sections.toSorted(),
  ].join("\n");
}

describe("docs/api.md", () => {
  test("has a meaning for every error code, and for no other", () => {
    const codes = Object.values(ERRORS).map(({ code }) => code);
    expect([...meanings().keys()].toSorted()).toEqual(codes.toSorted());
  });
});

test.each([
  ["docs/api.md", () => apiReference(meanings())],
  ["docs/decisions/README.md", decisionsIndex],
])("%s is up to date", async (file, text) => {
  await expect(text(), `npm run docs writes ${file} again`).toMatchFileSnapshot(join(root, file));
});

test("every decision is a title, a date, what was decided and why", () => {
  const form = /^# .+\n\nDate: 20\d\d-\d\d-\d\d\n\n(?:\S[\s\S]*\n\n)?Why: \S/;
  const files = tracked("docs/decisions/*/*.md");
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !form.test(read(file)))).toEqual([]);
});

// Cause: a schema of several shapes had a table without rows. Law: docs/api.md says every field of an answer.
test("no table of fields is empty", () => {
  expect(apiReference(meanings())).not.toMatch(/\n\| --- \|[^\n]*\n\n/);
});
