// Reads how long each test file took from the reports that Vitest and Playwright leave in a folder.
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Where the test runners leave their reports, if GATEHOUSE_TEST_REPORTS names a folder. */
export function reportFile(/** @type {"unit" | "browser" | "measured"} */ runner) {
  const folder = process.env["GATEHOUSE_TEST_REPORTS"];
  return folder ? join(folder, `${runner}.json`) : undefined;
}

/**
 * Test files, the slowest first, with the milliseconds of their tests. A file that runs on two databases stands there twice;
 * the time of a browser test includes every try.
 * @param {string} folder
 */
export function slowestFiles(folder) {
  const unit = read(join(folder, "unit.json"))?.testResults ?? [];
  const browser = ["browser", "measured"].flatMap((name) => read(join(folder, `${name}.json`))?.suites ?? []);
  return [
    ...unit.map((/** @type {UnitFile} */ { name, startTime, endTime }) => ({
      file: relative(process.cwd(), name),
      ms: endTime - startTime,
    })),
    ...browser.map((/** @type {Suite} */ suite) => ({ file: `e2e/${suite.file}`, ms: timeOf(suite) })),
  ].toSorted((a, b) => b.ms - a.ms);
}

/** @typedef {{ name: string, startTime: number, endTime: number }} UnitFile */
/** @typedef {{ tests: { results: { duration: number }[] }[] }} Spec */
/** @typedef {{ file: string, specs?: Spec[], suites?: Suite[] }} Suite */

/** @param {Suite} suite @returns {number} */
function timeOf({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  return sum(results.map(({ duration }) => duration)) + sum(suites.map(timeOf));
}

/** @param {number[]} all */
const sum = (all) => all.reduce((total, one) => total + one, 0);

/** @param {string} file */
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null);
