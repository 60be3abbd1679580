// What a read of the API costs, against node:http that sends the same bytes with the same headers.
import { fork } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import { keepFilesInMemory } from "../memory-folder.mjs";
import { ask, headers, origin, withService } from "../load/service.mjs";
import { guest } from "./kit/guest.mjs";
import { cpuMs, median, pour } from "./kit/raw-client.mjs";

const ROUNDS = 5;
const ROUND_MS = 500;
/** So many URLs of the same list: more than the service keeps answers of, so that each is read anew when it is asked for again. */
const URLS = 5_000;
/** What the demo account has. */
const SESSIONS = 24;
/** What a server says of its connection by itself. */
const OWN = ["connection", "keep-alive", "date", "transfer-encoding", "content-length"];

/** @typedef {import("./kit/raw-client.mjs").Request} Request */
/** @typedef {{ name: string, aim?: number, next: () => Request, client?: "raw" | "agent", isChanged?: boolean }} Read */
/** @typedef {{ origin: string, pid: number }} Side */

/** Ids that are newer than every other: a list before one of them is the whole list by another URL. @type {(nth: number) => string} */
const newerId = (nth) => `ts_7${String(nth).padStart(26, "0")}`;

/** Waits until the demo's agents are online, and answers the list. */
async function sessions() {
  for (;;) {
    const { tunnel_sessions: list } = await ask("/tunnel_sessions");
    if (list.length === SESSIONS) return list;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** An answer of the service as it is sent. @param {Request} request */
async function answerOf({ path, headers: sent }) {
  const [answer] = await once(get(`${origin}${path}`, { headers: sent }), "response");
  const parts = [];
  for await (const part of answer) parts.push(part);
  const kept = Object.entries(answer.headers).filter(([name]) => !OWN.includes(name));
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(kept),
    body: Buffer.concat(parts).toString("base64"),
  };
}

/** Requests a second and CPU milliseconds a request of each side, the middle ones of some rounds in turns. @param {Read} read @param {readonly Side[]} sides */
async function measure({ name, next, client = "raw", isChanged }, sides) {
  const expected = String((await answerOf(next())).status);
  for (let known = isChanged ? 0 : URLS; known < URLS;)
    known += (await pour(sides[0]?.origin ?? "", next, { ms: ROUND_MS })).count;
  const figures = sides.map(() => ({
    rate: /** @type {number[]} */ ([]),
    cpu: /** @type {number[]} */ ([]),
  }));
  const changing = isChanged ? await guest() : null;
  try {
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [i, side] of sides.entries()) {
        const before = cpuMs(side.pid);
        const { perSecond, count, statuses } = await pour(side.origin, next, { ms: ROUND_MS, client });
        if (Object.keys(statuses).join() !== expected)
          throw new Error(`${name}: ${JSON.stringify(statuses)}`);
        if (round === 0) continue;
        figures[i]?.rate.push(perSecond);
        figures[i]?.cpu.push((cpuMs(side.pid) - before) / count);
      }
  } finally {
    await changing?.stop();
  }
  return figures.map(({ rate, cpu }) => ({ rate: median(rate), cpu: median(cpu) }));
}

/**
 * A list that changed: an agent comes and goes all the time, and the whole list is asked for by so many URLs in turn that none of
 * them is kept until it is asked for again. What the agent takes of the service is counted.
 * @param {Record<string, string>} sent @param {string} id @param {string} etag @returns {Read[]}
 */
function readsOf(sent, id, etag) {
  const of = (/** @type {string} */ path, more = {}) => ({
    method: "GET",
    path,
    headers: { ...sent, ...more },
  });
  const list = "/api/tunnel_sessions";
  const before = (/** @type {number} */ nth) => of(`${list}?before_id=${newerId(nth)}`);
  let asked = 0;
  const changed = () => before((asked += 1) % URLS);
  return [
    { name: "repeated list", aim: 0.6, next: () => of(list) },
    { name: "repeated list, packed", next: () => of(list, { "accept-encoding": "gzip" }) },
    {
      name: "repeated list, asked for by Node's client",
      aim: 0.6,
      client: "agent",
      next: () => of(list),
    },
    { name: "repeated list, 304", next: () => of(list, { "if-none-match": etag }) },
    { name: "changed list", aim: 0.25, next: changed, isChanged: true },
    {
      name: "changed list, asked for by Node's client",
      aim: 0.25,
      client: "agent",
      next: changed,
      isChanged: true,
    },
    { name: "list by a URL that is new", next: () => before(URLS + (asked += 1)) },
    { name: "single object", aim: 0.3, next: () => of(`${list}/${id}`) },
  ];
}

/** @param {(figure: import("./kit/table.mjs").Figure) => void} report */
export async function bench(report) {
  // What changes meanwhile need not wait for a disk.
  keepFilesInMemory();
  const bare = fork(join(import.meta.dirname, "../load/bare-server.mjs"), { stdio: "inherit" });
  const [{ port }] = /** @type {[{ port: number }]} */ (await once(bare, "message"));
  await withService(
    async ({ pid }) => {
      const first = (await sessions()).at(-1);
      const sent = { authorization: headers["authorization"] ?? "", "service-version": "2" };
      const list = await answerOf({ method: "GET", path: "/api/tunnel_sessions", headers: sent });
      for (const read of readsOf(sent, first.id, String(list.headers["etag"]))) {
        bare.send(await answerOf(read.next()));
        await once(bare, "message");
        const [ours, theirs] = await measure(read, [
          { origin, pid },
          { origin: `http://127.0.0.1:${port}`, pid: bare.pid ?? 0 },
        ]);
        if (!ours || !theirs) throw new Error("Nothing was measured.");
        const ratio = ours.rate / theirs.rate;
        const cpu = `${ours.cpu.toFixed(3)} ms of CPU a request, node:http ${theirs.cpu.toFixed(3)}`;
        report({
          bench: `${read.name}, 10 connections`,
          value: Math.round(ours.rate),
          unit: "requests/s",
          yardstick: `node:http ${Math.round(theirs.rate)}/s`,
          ratio,
          aim: read.aim === undefined ? "none" : `≥ ${read.aim}`,
          met: ratio >= (read.aim ?? 0),
          note: cpu,
        });
      }
    },
    ["--demo", String(SESSIONS)],
  );
  bare.disconnect();
}
