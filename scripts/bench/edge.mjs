// What the way through an edge and an agent costs, against a plain undici proxy to the same app, and what traffic events and a
// typical chain of modules add to it; in turns.
import { once } from "node:events";
import { get } from "node:http";
import { idle } from "./kit/edge-memory.mjs";
import { cpuMs, median, pour } from "./kit/raw-client.mjs";
import { started, WARM_ROUNDS, withTunnel } from "./kit/tunnel.mjs";
import { typicalChain } from "./kit/typical-chain.mjs";

const ROUNDS = 5;
const EVENT_ROUNDS = 8;
const ROUND_MS = 1_000;
const CONNECTIONS = 50;
const FILE_MB = 256;
const HOST = "bench.example";

/** @typedef {import("./kit/tunnel.mjs").Side} Side */

const small = () => ({ method: "GET", path: "/", headers: { host: HOST } });

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

/** @param {(figure: import("./kit/table.mjs").Figure) => void} report */
export async function bench(report) {
  const app = await started("edge-app.mjs");
  const proxy = await started("undici-proxy.mjs", [String(app.port)]);
  const direct = { origin: `http://127.0.0.1:${proxy.port}`, pids: [Number(proxy.child.pid)] };
  try {
    await withTunnel(app.port, HOST, [], async (through) => {
      await compare(report, [through, direct]);
      await idle(report, [through, direct], HOST);
      await typicalChain(report, through, app.port);
    });
    // Both fresh: what one has done before must not count as the cost of its events.
    await withTunnel(app.port, HOST, [], (kept) =>
      withTunnel(app.port, HOST, ["--traffic-keep", "off"], (without) => eventsCost(report, kept, without)),
    );
  } finally {
    app.child.kill();
    proxy.child.kill();
  }
}

/**
 * The same small requests to an edge whose traffic is kept, and to one that makes no events.
 * @param {(figure: import("./kit/table.mjs").Figure) => void} report @param {Side} kept @param {Side} without
 */
async function eventsCost(report, kept, without) {
  const sides = [kept, without].map((side) => ({ side, rate: [0].slice(1), cpu: [0].slice(1) }));
  for (let round = -WARM_ROUNDS; round < EVENT_ROUNDS; round += 1)
    for (const { side, rate, cpu: used } of round % 2 ? sides : sides.toReversed()) {
      const before = cpu(side);
      const { perSecond, count } = await pour(side.origin, small, { ms: ROUND_MS, connections: CONNECTIONS });
      if (round < 0) continue;
      rate.push(perSecond);
      used.push(((cpu(side) - before) / count) * 1000);
    }
  const [on, off] = sides;
  if (!on || !off) return;
  line(report, "small requests with their events kept", "requests/s", on.rate, off.rate, 0.9, "no events");
  report({
    bench: "CPU of a small request with its event",
    value: Math.round(median(on.cpu)),
    unit: "µs",
    yardstick: `no events: ${Math.round(median(off.cpu))} µs`,
    ratio: Number((median(on.cpu) / median(off.cpu)).toFixed(2)),
  });
}

/** @param {(figure: import("./kit/table.mjs").Figure) => void} report @param {[Side, Side]} sides */
async function compare(report, sides) {
  const [through, direct] = sides.map(() => ({ rate: [0].slice(1), cpu: [0].slice(1), mb: [0].slice(1) }));
  if (!through || !direct) return;
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1)
    for (const [i, figures] of [through, direct].entries()) {
      const side = sides[i] ?? sides[0];
      const before = cpu(side);
      const { perSecond, count, statuses } = await pour(side.origin, small, {
        ms: ROUND_MS,
        connections: CONNECTIONS,
      });
      if (Object.keys(statuses).join() !== "200") throw new Error(JSON.stringify(statuses));
      const used = (cpu(side) - before) / count;
      const mb = await download(side.origin);
      if (round < 0) continue;
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

/** @param {(figure: import("./kit/table.mjs").Figure) => void} report @param {string} bench @param {string} unit @param {number[]} ours @param {number[]} theirs @param {number} aim @param {string} [yardstick] */
function line(report, bench, unit, ours, theirs, aim, yardstick = "undici proxy") {
  const ratio = Number((median(ours) / median(theirs)).toFixed(3));
  report({
    bench,
    value: Math.round(median(ours)),
    unit,
    yardstick: `${yardstick}: ${Math.round(median(theirs))} ${unit}`,
    ratio,
    aim: `≥ ${aim}`,
    met: ratio >= aim,
  });
}
