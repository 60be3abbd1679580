// 10,000 agents on one service: how long until all are online, what they cost, and how fast one of them is restarted meanwhile.
// They run the agent's own code in a few processes, over loopback; a bare `ws` server holds as many for comparison.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "vite";
import { root } from "../build-stale.mjs";
import { ask, headers, origin, withService } from "../load/service.mjs";
import { openFilesMax, quantile, usage } from "./kit/measure.mjs";

const AGENTS = 10_000;
const PROCESSES = 4;
/** More than twice the aim: then it is told instead of waited for. */
const PATIENCE_MS = 150_000;
const IDLE_MS = 20_000;
const RESTARTS = 200;
/** Between two restarts, in milliseconds. */
const PAUSE_MS = 25;
const MB = 1_048_576;
/** Files of a process beside the agents' sockets. */
const SPARE = 500;

/** What is aimed at. */
const ONLINE_S = 60;
const MEMORY_MB = 1_000;
const IDLE_SHARE = 20;
const COMMAND_MS = 100;

/** The agents' program, in a folder that is removed after `act`. @param {(program: string) => Promise<void>} act */
async function withProgram(act) {
  const outDir = mkdtempSync(join(tmpdir(), "gatehouse-agents-"));
  try {
    await build({
      root,
      configFile: false,
      logLevel: "error",
      resolve: { conditions: ["node"] },
      ssr: { noExternal: true },
      build: {
        ssr: join(import.meta.dirname, "kit/agent-process.mjs"),
        outDir,
        rolldownOptions: { external: ["bufferutil", "utf-8-validate"] },
      },
    });
    await act(join(outDir, "agent-process.js"));
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

/** @param {import("node:child_process").ChildProcess} child */
async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, "exit");
}

/**
 * Has all agents connect to `url` at once and measures the process that takes them. `act` is called while they are online.
 * @param {{ program: string, url: string, pid: number, authtoken: string }} to @param {() => Promise<void>} [act]
 */
async function connected({ program, url, pid, authtoken }, act = async () => undefined) {
  const env = { ...process.env, GATEHOUSE_AUTHTOKEN: authtoken };
  const before = usage(pid);
  const start = performance.now();
  const children = Array.from({ length: PROCESSES }, () =>
    fork(program, [url, String(AGENTS / PROCESSES)], { env }),
  );
  try {
    const online = Promise.all(
      children.map(async (child) => {
        const [{ lost }] = await Promise.race([once(child, "message"), once(child, "exit").then(() => [{}])]);
        if (lost === undefined) throw new Error("A process with agents ended.");
        return Number(lost);
      }),
    );
    const late = sleep(PATIENCE_MS, null, { ref: false });
    const lost = await Promise.race([online, late]);
    if (!lost) throw new Error(`Not all agents were online after ${PATIENCE_MS / 1000} s.`);
    const onlineMs = performance.now() - start;
    const then = usage(pid);
    await sleep(IDLE_MS);
    const { cpuMs, memory } = usage(pid);
    await act();
    return {
      seconds: onlineMs / 1000,
      lost: lost.reduce((sum, one) => sum + one, 0),
      admissionMs: (then.cpuMs - before.cpuMs) / AGENTS,
      idle: ((cpuMs - then.cpuMs) / IDLE_MS) * 100,
      memory: memory / MB,
    };
  } finally {
    await Promise.all(children.map(end));
  }
}

/** @param {string} program */
async function bare(program) {
  const server = fork(join(import.meta.dirname, "kit/bare-agents.mjs"));
  try {
    const [port] = await once(server, "message");
    return await connected({
      program,
      url: `ws://127.0.0.1:${port}`,
      pid: server.pid ?? 0,
      authtoken: "none",
    });
  } finally {
    await end(server);
  }
}

/** How long each of many restarts took, one after the other. */
async function restarts() {
  const { tunnel_sessions: sessions, next_page_uri } = await ask("/tunnel_sessions?limit=100");
  const more = await ask(next_page_uri.slice(next_page_uri.indexOf("/tunnel_sessions")));
  const times = [];
  for (const { id } of [...sessions, ...more.tunnel_sessions].slice(0, RESTARTS)) {
    const start = performance.now();
    const answer = await fetch(`${origin}/api/tunnel_sessions/${id}/restart`, {
      method: "POST",
      headers,
      body: "{}",
    });
    if (!answer.ok) throw new Error(`A restart answered ${answer.status}: ${await answer.text()}`);
    times.push(performance.now() - start);
    await sleep(PAUSE_MS);
  }
  return times;
}

/** @param {(figure: import("./kit/table.mjs").Figure) => void} report */
export async function bench(report) {
  const most = openFilesMax();
  if (most < AGENTS + SPARE)
    throw new Error(
      `A process needs ${AGENTS + SPARE} open files, and may have ${most}. Raise it with ulimit -n.`,
    );
  await withProgram(async (program) => {
    const ws = await bare(program);
    /** @type {number[]} */
    let times = [];
    await withService(
      async ({ pid }) => {
        const { token } = await ask("/credentials", { description: "agents" });
        const to = { program, pid, url: `${origin.replace("http", "ws")}/agent`, authtoken: token };
        const own = await connected(to, async () => {
          times = await restarts();
        });
        /** @param {keyof typeof own} key @param {string} bench @param {string} unit @param {{ aim?: string, met?: boolean }} [aimed] */
        const compare = (key, bench, unit, aimed) => {
          const yardstick = `bare ws: ${ws[key].toPrecision(3)} ${unit}`;
          report({ bench, value: own[key], unit, yardstick, ratio: own[key] / ws[key], ...aimed });
        };
        compare(
          "seconds",
          `agents that come at once, until the last of ${AGENTS.toLocaleString("en")} is online`,
          "s",
          {
            aim: `within ${ONLINE_S} s`,
            met: own.seconds <= ONLINE_S,
          },
        );
        report({ bench: "connections that they gave up meanwhile", value: own.lost, unit: "connections" });
        compare("admissionMs", "CPU for letting one in", "ms");
        compare("memory", "memory of the service with all online", "MB", {
          aim: `under ${MEMORY_MB.toLocaleString("en")} MB`,
          met: own.memory < MEMORY_MB,
        });
        compare("idle", "CPU for their heartbeats", "% of a core", {
          aim: `under ${IDLE_SHARE} %`,
          met: own.idle < IDLE_SHARE,
        });
      },
      ["--demo", "0"],
    );
    const median = quantile(times, 0.5);
    const aimed = { aim: `within ${COMMAND_MS} ms`, met: median <= COMMAND_MS };
    report({ bench: "restart of one among them, median", value: median, unit: "ms", ...aimed });
    report({ bench: "restart of one among them, 99 %", value: quantile(times, 0.99), unit: "ms" });
  });
}
