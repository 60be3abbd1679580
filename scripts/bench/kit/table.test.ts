import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { read, root } from "../../docs/documents.ts";
import { DOCUMENT, sections, withSection } from "./table.mjs";

const figure = {
  bench: "a | b",
  value: 1234.5678,
  unit: "ms",
  aim: "under 2 ms",
  met: false,
  note: "the disk",
};
const empty = () => read(DOCUMENT).replace(/(?<=--write`\. -->\n)[\s\S]*(?=<!-- What was)/, "\n");

it("the document has the figures of every bench that there is, and of no other", () => {
  const files = readdirSync(join(root, "scripts/bench"), { withFileTypes: true });
  const benches = files.filter((one) => one.isFile() && one.name !== "run.mjs");
  const names = benches.map(({ name }) => name.replace(".mjs", "")).toSorted();
  const written = sections(read(DOCUMENT));
  expect([...written.keys()], "npm run bench -- --write NAME writes the one that is missing").toEqual(names);
  for (const text of written.values())
    expect(text).toMatch(/^20\d\d-\d\d-\d\d, \d+ cores[\s\S]*\n\| (?!Figure|-)/m);
});

it("writes one bench's section in its place, and drops those of benches that are gone", () => {
  const names = ["agents", "reads"];
  const reads = withSection(empty(), "reads", "Today", [figure], ["gone", ...names]);
  const all = withSection(reads, "gone", "Today", [figure], ["gone", ...names]);
  expect([...sections(all).keys()]).toEqual(["gone", "reads"]);
  const written = withSection(
    all,
    "agents",
    "Now",
    [{ ...figure, value: 10_000, ratio: 0.5, yardstick: "ws", met: true }],
    names,
  );
  expect([...sections(written).keys()]).toEqual(names);
  expect(written).toContain("| a \\| b | 1,230 ms |  |  | under 2 ms | no: the disk |");
  expect(written).toContain("| a \\| b | 10,000 ms | ws | 0.5 | under 2 ms | yes |");
  expect(withSection(written, "reads", "Today", [figure], names)).toBe(written);
  expect(() => sections("# Nothing")).toThrow("markers");
});
