import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { paths } from "#resources/paths.ts";
import { compressFiles } from "../../scripts/compress.mjs";
import { PAGES_FILE } from "../http/console-pages.ts";
import { INLINE_FILE, inlineOf } from "../http/page-policy.ts";

/** A folder with these files, as a build of the console leaves it. */
export function buildTestConsole(files: Readonly<Record<string, string>>): {
  dir: string;
  remove: () => void;
} {
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-console-"));
  const all = {
    ...files,
    [PAGES_FILE]: JSON.stringify(Object.values(paths)),
    [INLINE_FILE]: JSON.stringify(inlineOf(files["index.html"] ?? "")),
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  compressFiles(dir);
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
