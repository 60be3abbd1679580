// npm run bench [-- [--write] [NAME…]]: measures what the product's aims are about and prints a line of JSON for each figure. A
// bench is a file beside this one that exports `bench(report)`; what it compares with is measured in the same run. An aim that
// is missed is told, and is no failure; a bench that breaks is. `--write` puts what was measured into docs/performance.md.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildStale, root } from "../build-stale.mjs";
import { DOCUMENT, withSection } from "./kit/table.mjs";

/** @typedef {import("./kit/table.mjs").Figure} Figure */

const NAMES = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((one) => one.isFile() && one.name.endsWith(".mjs") && one.name !== "run.mjs")
  .map(({ name }) => name.replace(".mjs", ""))
  .toSorted();

/** @param {string} text @returns {never} */
function refuse(text) {
  console.error(`${text}\nUsage: npm run bench -- [--write] [${NAMES.join(" | ")}]…`);
  process.exit(2);
}

function read() {
  try {
    return parseArgs({ options: { write: { type: "boolean" } }, allowPositionals: true });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const { values, positionals } = read();
const unknown = positionals.find((name) => !NAMES.includes(name));
if (unknown !== undefined) refuse(`There is no bench ${unknown}.`);

/** The day and the class of the machine, without its name. */
const HEAD = `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}`;

/** @param {string} name @param {readonly Figure[]} figures */
function write(name, figures) {
  const file = join(root, DOCUMENT);
  writeFileSync(file, withSection(readFileSync(file, "utf8"), name, HEAD, figures, NAMES));
  spawnSync(process.execPath, [join(root, "node_modules/oxfmt/bin/oxfmt"), file], { stdio: "inherit" });
}

buildStale(["console", "node"]);
for (const name of positionals.length > 0 ? positionals : NAMES) {
  /** @type {Figure[]} */
  const figures = [];
  const file = pathToFileURL(join(import.meta.dirname, `${name}.mjs`)).href;
  try {
    /** @type {{ bench: (report: (figure: Figure) => void) => Promise<void> }} */
    const module = await import(file);
    await module.bench((figure) => {
      figures.push(figure);
      console.log(JSON.stringify(figure));
    });
    if (values.write) write(name, figures);
  } catch (error) {
    console.error(`The bench ${name} broke:`, error);
    process.exitCode = 1;
  }
}
process.exit();
