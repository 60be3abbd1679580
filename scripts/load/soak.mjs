// Whether the service stays as it is under load that goes on: `npm run soak [minutes]`, an hour unless told. People read and
// write, streams open and close, agents restart, strangers guess keys, at a bounded pace. A line says every half minute what
// the process uses; it fails when memory, open files or the delay of the event loop grow from the first third to the last. On a
// machine that gets busier the delay may grow as much as this program's own.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { headers, origin, withService } from "./service.mjs";

const MINUTES = Number(process.argv[2] ?? 60);
/** Acts begun in a second. */
const PACE = 25;
const SAMPLE_MS = 30_000;

/** How often each status came, of failures with their code. @type {Record<string, number>} */
const answers = {};
/** An agent that is on its way out when its command comes. */
const AGENT_GONE = "503 ERR_GATEHOUSE_810";

/** @param {string} method @param {string} path @param {object} [body] @param {Record<string, string>} [own] */
async function send(method, path, body, own = headers) {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: own,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const said = text === "" ? {} : JSON.parse(text);
  const name = answer.status < 500 ? `${answer.status}` : `${answer.status} ${said.error_code}`;
  answers[name] = (answers[name] ?? 0) + 1;
  return said;
}

async function policy() {
  const { id } = await send("POST", "/ip_policies", { description: "soak" });
  const rule = { ip_policy_id: id, cidr: "192.0.2.0/24", action: "allow" };
  await Promise.all([
    send("POST", "/ip_policy_rules", rule),
    send("POST", "/ip_policy_rules", { ...rule, cidr: "198.51.100.0/24" }),
  ]);
  await send("PATCH", `/ip_policies/${id}`, { metadata: "m".repeat(2_000) });
  await send("DELETE", `/ip_policies/${id}`);
}

async function edge() {
  const { id } = await send("POST", "/edges/https", { description: "soak" });
  await send("POST", `/edges/https/${id}/routes`, { match_type: "path_prefix", match: "/" });
  await send("DELETE", `/edges/https/${id}`);
}

async function restart() {
  const { tunnel_sessions: sessions } = await send("GET", "/tunnel_sessions");
  const one = sessions?.[Math.floor(Math.random() * sessions.length)];
  if (one) await send("POST", `/tunnel_sessions/${one.id}/restart`, {});
}

async function stream() {
  const end = AbortSignal.timeout(Math.round(2_000 + Math.random() * 20_000));
  try {
    const { body } = await fetch(`${origin}/api/event_stream`, { headers, signal: end });
    for await (const _ of body ?? []) if (end.aborted) return;
  } catch (error) {
    if (!end.aborted) throw error;
  }
}

const guess = () => send("GET", "/api_keys", undefined, { ...headers, authorization: "Bearer gh2_guess" });
const read = (/** @type {string} */ path) => () => send("GET", path);
const broken = () => send("POST", "/ip_policies", { description: 1, nobody: [] });

/** What is done, and how often beside the others. @type {[number, () => Promise<unknown>][]} */
const ACTS = [
  [30, read("/tunnel_sessions")],
  [10, read("/tunnels")],
  [10, read("/edges/https")],
  [5, read("/ip_policies/ipp_nobody")],
  [10, policy],
  [5, edge],
  [1, restart],
  [1, stream],
  [5, guess],
  [5, broken],
];
const PLAN = ACTS.flatMap(([often, act]) => Array.from({ length: often }, () => act));

const READ = {
  memory: "process_resident_memory_bytes",
  heap: "nodejs_heap_size_used_bytes",
  files: "process_open_fds",
  delay: "nodejs_eventloop_lag_p99_seconds",
};
/** @typedef {Record<keyof typeof READ | "own", number>} Sample */
const ownDelay = monitorEventLoopDelay();
ownDelay.enable();

async function sample() {
  const text = await (await fetch(`${origin}/metrics`, { headers })).text();
  const value = (/** @type {string} */ name) =>
    Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  const own = ownDelay.percentile(99) / 1e9;
  ownDelay.reset();
  return /** @type {Sample} */ ({
    ...Object.fromEntries(Object.entries(READ).map(([key, name]) => [key, value(name)])),
    own,
  });
}

/** @param {Sample[]} some @param {keyof Sample} key */
const median = (some, key) =>
  some.map((one) => one[key]).toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
const MB = 1_048_576;
/** @param {Sample} of */
const told = ({ memory, heap, files, delay, own }) =>
  `${(memory / MB).toFixed(0)} MB, ${(heap / MB).toFixed(0)} MB of heap, ${files} files, ${(delay * 1_000).toFixed(1)} ms of delay (99 %; here ${(own * 1_000).toFixed(1)} ms)`;

await withService(async () => {
  /** @type {Sample[]} */
  const samples = [];
  /** @type {Set<Promise<unknown>>} */
  const running = new Set();
  let failed = 0;
  const start = performance.now();
  const end = start + MINUTES * 60_000;
  let next = start + SAMPLE_MS;
  await sample();
  for (let begun = 0; performance.now() < end; begun += 1) {
    const act = PLAN[Math.floor(Math.random() * PLAN.length)] ?? restart;
    const one = act()
      .catch((error) => {
        failed += 1;
        if (failed < 10) console.log(String(error.cause ?? error));
      })
      .finally(() => running.delete(one));
    running.add(one);
    await sleep(Math.max(0, start + (begun * 1_000) / PACE - performance.now()));
    if (performance.now() > next) {
      next += SAMPLE_MS;
      const now = await sample();
      samples.push(now);
      console.log(`${Math.round((performance.now() - start) / 1_000)} s: ${told(now)}`);
    }
  }
  await Promise.all(running);
  console.log(`answers: ${JSON.stringify(answers)}; requests without one: ${failed}`);
  const third = Math.ceil(samples.length / 3);
  const [first, last] = [samples.slice(0, third), samples.slice(-third)];
  const busier = Math.max(1, median(last, "own") / median(first, "own"));
  const wrong = [
    median(last, "memory") > median(first, "memory") * 1.2 + 10 * MB && "memory grows",
    median(last, "files") > median(first, "files") + 10 && "open files grow",
    median(last, "delay") > median(first, "delay") * 2 * busier + 0.02 && "the delay grows",
    Object.keys(answers).some((name) => name.startsWith("5") && name !== AGENT_GONE) &&
      "a request failed within the service",
    failed > 0 && "a request had no answer",
  ].filter(Boolean);
  const both = [first, last].map((some) =>
    told(
      /** @type {Sample} */ (
        Object.fromEntries(
          [...Object.keys(READ), "own"].map((key) => [key, median(some, /** @type {keyof Sample} */ (key))]),
        )
      ),
    ),
  );
  console.log(`first third: ${both[0]}\nlast third:  ${both[1]}\n${wrong.join(", ") || "flat"}`);
  if (wrong.length > 0) process.exitCode = 1;
});
