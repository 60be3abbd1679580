// What a read of the API costs, against node:http that sends the same bytes with the same headers.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ask, headers, origin, withService } from "../load/service.mjs";
import { cpuMs, median, pour, request } from "./kit/raw-client.mjs";

const ROUNDS = 5;
const ROUND_MS = 800;
const SESSIONS = 100;
const OWN = ["connection", "keep-alive", "date", "transfer-encoding", "content-length"];

/** @typedef {{ name: string, aim: number, path: string, next?: () => string, note?: string }} Read */

/** An id that is newer than every other, and another one each time. */
const unknownId = () =>
  `ts_7${Array.from({ length: 26 }, () => "abcdefghij"[Math.floor(Math.random() * 10)]).join("")}`;

/** Waits until the demo's agents are online, and answers the list. */
async function sessions() {
  for (;;) {
    const { tunnel_sessions: list } = /** @type {any} */ (await ask("/tunnel_sessions"));
    if (list.length === SESSIONS) return list;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** @param {(figure: import("./kit/table.mjs").Figure) => void} report */
export async function bench(report) {
  const bare = fork(join(import.meta.dirname, "../load/bare-server.mjs"), { stdio: "inherit" });
  const [{ port }] = /** @type {[{ port: number }]} */ (await once(bare, "message"));
  await withService(
    async ({ pid }) => {
      const [first] = await sessions();
      const sent = {
        authorization: headers["authorization"] ?? "",
        "service-version": "2",
        "accept-encoding": process.env.ENC ?? "identity",
      };
      /** @type {Read[]} */
      const reads = [
        { name: "repeated list", aim: 0.6, path: "/api/tunnel_sessions" },
        {
          name: "changed list",
          aim: 0.25,
          path: `/api/tunnel_sessions?before_id=${unknownId()}`,
          next: () => request("GET", `/api/tunnel_sessions?before_id=${unknownId()}`, sent),
          note: "each request is for another URL of the same rows, so that nothing kept fits",
        },
        { name: "single object", aim: 0.3, path: `/api/tunnel_sessions/${first.id}` },
      ];
      for (const { name, aim, path, next, note } of reads) {
        const whole = await fetch(`${origin}${path}`, { headers: sent });
        const kept = Object.fromEntries([...whole.headers].filter(([key]) => !OWN.includes(key)));
        const zipped = await rawBody(path, sent);
        bare.send({ status: 200, headers: kept, body: zipped.toString("base64") });
        await once(bare, "message");
        const fixed = request("GET", path, sent);
        const sides = [
          { origin, pid, next: next ?? (() => fixed) },
          { origin: `http://127.0.0.1:${port}`, pid: bare.pid ?? 0, next: next ?? (() => fixed) },
        ];
        /** @type {{ rate: number[], cpu: number[] }[]} */
        const figures = sides.map(() => ({ rate: [], cpu: [] }));
        for (let round = 0; round <= ROUNDS; round += 1)
          for (const [i, side] of sides.entries()) {
            const before = cpuMs(side.pid);
            const { perSecond, count, statuses } = await pour(side.origin, side.next, { ms: ROUND_MS });
            if (Object.keys(statuses).join() !== "200")
              throw new Error(`${name}: ${JSON.stringify(statuses)}`);
            if (round === 0) continue;
            figures[i]?.rate.push(perSecond);
            figures[i]?.cpu.push((cpuMs(side.pid) - before) / count);
          }
        const [ours, theirs] = figures.map(({ rate, cpu }) => ({ rate: median(rate), cpu: median(cpu) }));
        if (!ours || !theirs) throw new Error("Nothing was measured.");
        const ratio = ours.rate / theirs.rate;
        const cpu = `CPU ms per request ${ours.cpu.toFixed(3)} against ${theirs.cpu.toFixed(3)}`;
        report({
          bench: `${name}, ${process.env.ENC}, 10 connections`,
          value: Math.round(ours.rate),
          unit: "requests/s",
          yardstick: `node:http ${Math.round(theirs.rate)}/s`,
          ratio,
          aim: `≥ ${aim}`,
          met: ratio >= aim,
          note: note ? `${cpu}; ${note}` : cpu,
        });
      }
    },
    ["--demo", String(SESSIONS)],
  );
  bare.disconnect();
}

/** The bytes of an answer's body as they are sent. @param {string} path @param {Record<string, string>} sent */
async function rawBody(path, sent) {
  const { get } = await import("node:http");
  /** @type {Buffer[]} */
  const parts = [];
  await new Promise((resolve, reject) => {
    get(`${origin}${path}`, { headers: sent }, (answer) =>
      answer.on("data", (part) => parts.push(part)).on("end", resolve),
    ).on("error", reject);
  });
  return Buffer.concat(parts);
}
