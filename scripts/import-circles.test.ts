// Cause: sending a command to an agent led to what rollouts left to tell, loaded later, and by it back to sending. Law: no file of the
// console needs itself, also where it is loaded later, which lint doesn't follow.
import { join } from "node:path/posix";
import { expect, test } from "vitest";
import { read, tracked } from "./docs/documents.ts";

const { imports } = JSON.parse(read("package.json")) as { imports: Record<string, string> };
/** The file that a file calls so, none of a package. */
function named(file: string, name: string): string[] {
  if (name.startsWith(".")) return [join(file, "..", name)];
  const [folder = "", ...rest] = name.split("/");
  const at = imports[`${folder}/*`];
  return at === undefined ? [] : [join(at.replace("*", rest.join("/")))];
}
const IMPORT = /^(?:import|export)(?! type)[^;]*?from "([^"]+)"|import\("([^"]+)"\)/gm;

test("no file of the console needs itself", () => {
  const files = tracked("src/*.ts", "src/*.tsx").filter((file) => !file.includes(".test."));
  const left = new Map(
    files.map((file) => [
      file,
      [...read(file).matchAll(IMPORT)].flatMap(([, now = "", later = now]) => named(file, later)),
    ]),
  );
  expect(left.get("src/fleet/use-published.ts")).toContain("src/fleet/news.ts");
  // What needs nothing that is left is in no circle.
  for (let size = -1; size !== left.size;) {
    size = left.size;
    for (const [file, needs] of left) if (!needs.some((one) => left.has(one))) left.delete(file);
  }
  expect([...left.keys()]).toEqual([]);
});
