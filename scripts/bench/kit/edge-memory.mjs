// Memory of edge and agent for streams that say nothing.
import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { usage } from "./measure.mjs";

const IDLE = 1_000;

/** @typedef {import("./tunnel.mjs").Side} Side */
/** @typedef {(figure: import("./table.mjs").Figure) => void} Report */

/** @param {Side} side */
const memoryMb = ({ pids }) => pids.reduce((sum, pid) => sum + usage(pid).memory, 0) / 2 ** 20;

/** Memory for answers that have begun and say nothing. @param {Report} report @param {readonly Side[]} sides @param {string} host */
export async function idle(report, sides, host) {
  const grown = [];
  for (const side of sides) {
    const before = memoryMb(side);
    const asked = Array.from({ length: IDLE }, () =>
      get(`${side.origin}/idle`, { headers: { host }, agent: false }),
    );
    await Promise.all(asked.map((one) => once(one, "response")));
    await sleep(1_000);
    grown.push(memoryMb(side) - before);
    for (const one of asked) one.on("error", () => undefined).destroy();
    await sleep(500);
  }
  const [ours = 0, theirs = 0] = grown;
  report({
    bench: `memory for ${IDLE.toLocaleString("en")} idle streams, edge and agent`,
    value: Math.round(ours),
    unit: "MB",
    yardstick: `undici proxy: ${Math.round(theirs)} MB`,
    ratio: Number((ours / theirs).toFixed(2)),
  });
}
