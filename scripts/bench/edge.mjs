// What the way through an edge and an agent costs, against a plain undici proxy to the same app, in turns.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import { root } from "../build-stale.mjs";
import { ask, withService } from "../load/service.mjs";
import { cpuMs, median, pour } from "./kit/raw-client.mjs";

const ROUNDS = 5;
const ROUND_MS = 1_000;
const CONNECTIONS = 50;
const FILE_MB = 256;
const HOST = "bench.example";

/** @typedef {{ origin: string, pids: number[] }} Side */

/** A program beside this one that tells its port. @param {string} name @param {string[]} [args] */
async function started(name, args = []) {
  const child = fork(join(import.meta.dirname, "kit", name), args);
  const [{ port }] = await once(child, "message");
  return { child, port: Number(port) };
}

/** Megabytes a second of one long answer. @param {string} origin */
async function download(origin) {
  const begun = performance.now();
  const [answer] = await once(get(`${origin}/file/${FILE_MB}`, { headers: { host: HOST } }), "response");
  let bytes = 0;
  for await (const part of answer) bytes += part.length;
  if (bytes !== FILE_MB * 1024 * 1024) throw new Error(`The file came with ${bytes} bytes.`);
  return FILE_MB / ((performance.now() - begun) / 1000);
}

/** @param {Side} side */
const cpu = ({ pids }) => pids.reduce((sum, pid) => sum + cpuMs(pid), 0);

/**
 * An agent of the service that forwards to the app.
 * @param {string} url @param {string} authtoken @param {number} port
 * @returns {Promise<{ child: import("node:child_process").ChildProcess, edge: URL, worker: number }>}
 */
function agent(url, authtoken, port) {
  const child = spawn(
    process.execPath,
    [join(root, "dist/node/agent.js"), "--url", url, "--tunnel", `http:127.0.0.1:${port},hostname=${HOST}`],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, GATEHOUSE_AUTHTOKEN: authtoken } },
  );
  let said = "";
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("The agent ended.")));
    child.stdout.on("data", (part) => {
      said += part;
      const edge = /(http:\/\/\S+) → /.exec(said)?.[1];
      // The worker is another process than its launcher, and says which.
      if (edge) resolve({ child, edge: new URL(edge), worker: Number(/Agent pid (\d+)/.exec(said)?.[1]) });
    });
  });
}

/** @param {(figure: import("./kit/table.mjs").Figure) => void} report */
export async function bench(report) {
  const app = await started("edge-app.mjs");
  const proxy = await started("undici-proxy.mjs", [String(app.port)]);
  try {
    await withService(
      async ({ pid, link }) => {
        const { token } = await ask("/credentials", {});
        const tunnel = await agent(new URL(link).origin, token, app.port);
        try {
          await compare(report, [
            { origin: `http://127.0.0.1:${tunnel.edge.port}`, pids: [pid, tunnel.worker] },
            { origin: `http://127.0.0.1:${proxy.port}`, pids: [Number(proxy.child.pid)] },
          ]);
        } finally {
          tunnel.child.kill();
          await once(tunnel.child, "exit");
        }
      },
      ["--demo", "0"],
    );
  } finally {
    app.child.kill();
    proxy.child.kill();
  }
}

/** @param {(figure: import("./kit/table.mjs").Figure) => void} report @param {[Side, Side]} sides */
async function compare(report, sides) {
  const next = () => ({ method: "GET", path: "/", headers: { host: HOST } });
  const [through, direct] = sides.map(() => ({ rate: [0].slice(1), cpu: [0].slice(1), mb: [0].slice(1) }));
  if (!through || !direct) return;
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [i, figures] of [through, direct].entries()) {
      const side = sides[i] ?? sides[0];
      const before = cpu(side);
      const { perSecond, count, statuses } = await pour(side.origin, next, {
        ms: ROUND_MS,
        connections: CONNECTIONS,
      });
      if (Object.keys(statuses).join() !== "200") throw new Error(JSON.stringify(statuses));
      const used = (cpu(side) - before) / count;
      const mb = await download(side.origin);
      if (round === 0) continue;
      figures.rate.push(perSecond);
      figures.cpu.push(used);
      figures.mb.push(mb);
    }
  line(report, `small requests at ${CONNECTIONS} connections`, "requests/s", through.rate, direct.rate, 0.7);
  line(report, `one answer of ${FILE_MB} MB`, "MB/s", through.mb, direct.mb, 0.8);
  const [ours, theirs] = [median(through.cpu) * 1000, median(direct.cpu) * 1000];
  report({
    bench: "CPU of a small request, edge and agent",
    value: Math.round(ours),
    unit: "µs",
    yardstick: `undici proxy: ${Math.round(theirs)} µs`,
    ratio: Number((ours / theirs).toFixed(2)),
  });
}

/** @param {(figure: import("./kit/table.mjs").Figure) => void} report @param {string} bench @param {string} unit @param {number[]} ours @param {number[]} theirs @param {number} aim */
function line(report, bench, unit, ours, theirs, aim) {
  const ratio = Number((median(ours) / median(theirs)).toFixed(3));
  report({
    bench,
    value: Math.round(median(ours)),
    unit,
    yardstick: `undici proxy: ${Math.round(median(theirs))} ${unit}`,
    ratio,
    aim: `≥ ${aim}`,
    met: ratio >= aim,
  });
}
