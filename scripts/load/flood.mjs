// Whether an agent that floods is noticed by anybody else: `npm run flood [requests]`. It starts the built service, asks for
// the sessions while it is idle and while each kind of flood goes on, in turn, and fails when a median is more than twice
// the idle one.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "../bench/kit/measure.mjs";
import { ask, origin, withService } from "./service.mjs";

const REQUESTS = Number(process.argv[2] ?? 200);
const SLOWER_MAX = 2;
/** A request every so many milliseconds, as people and their pages ask. */
const PAUSE_MS = 3;

/** The milliseconds that each of `count` requests took, smallest first. @param {number} count */
async function times(count) {
  const all = [];
  for (let i = 0; i < count; i += 1) {
    const start = performance.now();
    await ask("/tunnel_sessions");
    all.push(performance.now() - start);
    await sleep(PAUSE_MS);
  }
  return all;
}

/** @param {string} what @param {number[]} all */
const tell = (what, all, more = "") =>
  console.log(
    `${what.padEnd(12)} median ${quantile(all, 0.5).toFixed(2)} ms, 95 % ${quantile(all, 0.95).toFixed(2)} ms, most ${quantile(all, 0.9999).toFixed(1)} ms ${more}`,
  );

/** @param {string} kind @param {string} authtoken */
async function flooded(kind, authtoken) {
  const flooder = fork(join(import.meta.dirname, "flooder.mjs"), [new URL(origin).port, authtoken, kind]);
  await sleep(500);
  const all = await times(REQUESTS);
  flooder.send("count");
  const [count] = await once(flooder, "message");
  flooder.kill();
  await once(flooder, "exit");
  return { all, count };
}

let slow = false;
for (const [kind = "", unknown] of [["heartbeats"], ["hellos"], ["hellos", "gha_unknown"], ["garbage"]])
  await withService(async () => {
    const { token } = await ask("/credentials", { description: "flood" });
    await times(REQUESTS);
    const before = await times(REQUESTS / 2);
    const { all, count } = await flooded(kind, unknown ?? token);
    const idle = [...before, ...(await times(REQUESTS / 2))];
    const ratio = quantile(all, 0.5) / quantile(idle, 0.5);
    tell("idle", idle);
    tell(
      kind,
      all,
      `(${ratio.toFixed(2)} times; ${count.connections} connections, ${count.sent} messages sent)`,
    );
    slow ||= ratio > SLOWER_MAX;
  });
if (slow) {
  console.log(`During a flood the median is more than ${SLOWER_MAX} times the idle one.`);
  process.exitCode = 1;
}
