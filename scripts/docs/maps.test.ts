import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exists, read, root, tracked } from "./documents.ts";

/** What a folder's README names: the first column of its blocks, and of its table of files. */
function named(readme: string): string[] {
  const blocks = [...readme.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].flatMap(([, language, block = ""]) =>
    language === "" ? [block] : [],
  );
  const lines = blocks.flatMap((block) =>
    block.split("\n").map((line) => /^(\S.*?) {2,}/.exec(line)?.[1] ?? ""),
  );
  const cells = [...readme.matchAll(/^\| (`(?:[\w./-]+\.ts|[\w-]+\/)`(?:, `[\w./-]+\.ts`)*) +\|/gm)].map(
    ([, cell = ""]) => cell,
  );
  return [...lines, ...cells]
    .flatMap((names) => names.replaceAll("`", "").split(", "))
    .filter((name) => /^[\w./-]+(?:\.ts|\/)$/.test(name));
}

test.each(["service", "agent", "edge"])("%s/README.md maps what is there", (folder) => {
  const names = named(read(`${folder}/README.md`));
  expect(names.filter((name) => !exists(join(folder, name)))).toEqual([]);
  const there = readdirSync(join(root, folder), { withFileTypes: true })
    .map((one) => (one.isDirectory() ? `${one.name}/` : one.name))
    .filter((name) => !/\.test\.ts$|\.md$/.test(name));
  expect(there.filter((name) => !names.includes(name))).toEqual([]);
});

test("README.md maps every top-level folder, and none that is not there", () => {
  const map = read("README.md").split("\n## The map\n")[1]?.split("\n## ")[0] ?? "";
  const rows = [...map.matchAll(/^\| `([^`]+\/)` /gm)].map(([, folder = ""]) => folder);
  expect(rows.filter((folder) => !exists(folder))).toEqual([]);
  const there = new Set(tracked().flatMap((file) => /^[^/]+\//.exec(file) ?? []));
  expect([...there].filter((folder) => !rows.includes(folder))).toEqual([]);
});
