// 50,000 events in the workbench of filters: how long its worker takes for a filter that it has not seen, and how long typing one
// holds the page up. The yardstick is the library alone, which works out each condition for each event.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { celEnv, parse, plan } from "@bufbuild/cel";
import { longestTask } from "./kit/longest-task.mjs";
import { manyEvents } from "./kit/many-events.mjs";
import { withConsole } from "./kit/sessions-page.mjs";

const COUNT = 50_000;
const ROUNDS = 5;
const RUN_MS = 200;
const TASK_MS = 50;

/** Each with another value in each round, so that nothing of it is known. @type {Record<string, (round: number) => string>} */
const FILTERS = {
  "one condition": (round) => `ev.conn.server_port != ${round}`,
  "three conditions": (round) =>
    `ev.conn.server_port == 443 && ev.conn.server_name.endsWith(".example.com") && ev.conn.client_ip != "10.0.0.${round}"`,
  "a pattern": (round) => `ev.conn.client_ip.matches("^203[.][0-9]+[.].*${round}$")`,
  "no shortcut": (round) => `size(ev.conn.server_name) > ${round} && ev.conn.server_port % 2 == 1`,
};

/** @param {readonly number[]} all */
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/** Milliseconds of the library for each event, values as it takes them. @param {string} text @param {readonly string[]} lines */
function libraryAlone(text, lines) {
  const events = lines.map((line) => {
    const { object } = JSON.parse(line);
    return { ...object, conn: { ...object.conn, server_port: BigInt(object.conn.server_port) } };
  });
  const evaluate = plan(celEnv(), parse(text));
  const times = Array.from({ length: 3 }, () => {
    const began = performance.now();
    for (const ev of events) evaluate({ ev });
    return performance.now() - began;
  });
  return median(times);
}

/** @param {(figure: import("./kit/table.mjs").Figure) => void} report */
export async function bench(report) {
  const given = manyEvents(COUNT);
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
  const file = join(folder, "events.ndjson");
  writeFileSync(file, given);
  await withConsole(["--demo", "0"], async (page, { origin }) => {
    // What the worker says of its time, run by run.
    await page.addInitScript(() => {
      const runs = /** @type {number[]} */ ([]);
      Object.assign(window, {
        runs,
        Worker: class extends Worker {
          /** @param {[string | URL, WorkerOptions?]} of */
          constructor(...of) {
            super(...of);
            this.addEventListener("message", ({ data }) => data.type === "ran" && runs.push(data.ms));
          }
        },
      });
    });
    const runs = () =>
      page.evaluate(() => /** @type {{ runs: number[] }} */ (/** @type {unknown} */ (window)).runs);
    await page.goto(`${origin}/events/filters?events=pasted`);
    await page.getByLabel("File with events").setInputFiles(file);
    await page.getByText(`${COUNT.toLocaleString("en")} of ${COUNT.toLocaleString("en")}`).waitFor();
    const editor = page.getByLabel("Filter in CEL");
    for (const [name, filter] of Object.entries(FILTERS)) {
      const times = [];
      for (let round = 1; round <= ROUNDS; round += 1) {
        const before = (await runs()).length;
        await editor.fill(filter(round));
        while ((await runs()).length === before) await page.waitForTimeout(20);
        times.push((await runs()).at(-1) ?? 0);
      }
      const value = median(times);
      report({
        bench: `${COUNT.toLocaleString("en")} events by a filter with ${name}`,
        value,
        unit: "ms",
        yardstick: "the library for each event, in Node",
        ratio: value / libraryAlone(filter(1), given.split("\n")),
        aim: `under ${RUN_MS} ms`,
        met: value < RUN_MS,
      });
    }
    await editor.fill("");
    const task = await longestTask(page, async () => {
      await editor.pressSequentially(FILTERS["three conditions"]?.(0) ?? "");
      await page.waitForTimeout(1000);
    });
    const aim = `under ${TASK_MS} ms`;
    report({
      bench: "longest task while a filter is typed",
      value: task,
      unit: "ms",
      aim,
      met: task < TASK_MS,
    });
  });
  rmSync(folder, { recursive: true, force: true });
}
