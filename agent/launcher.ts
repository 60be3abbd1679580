import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type BackoffOptions, backoffMs, LASTING_MS } from "./backoff.ts";

/** Exit code by which a worker asks for a fresh one. */
export const RESTART_CODE = 75;
/** Holds, in a worker's environment, what the worker before was given to get its addresses back: a JSON list. */
export const KEPT_VARIABLE = "GATEHOUSE_AGENT_KEPT";
/** Set in a worker's environment, so that the same file knows which of the two it is. */
export const WORKER_VARIABLE = "GATEHOUSE_AGENT_WORKER";

export type LauncherOptions = {
  /** The file to run, read from disk anew for every worker. */
  file: string;
  args: readonly string[];
  env: Record<string, string | undefined>;
  print: (line: string) => void;
};

const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;

/** Wait before a restart that follows another one; a service may ask for them without end. */
const RESTARTS: BackoffOptions = { firstMs: 1_000, maxMs: 60_000 };

/**
 * Runs workers one after another: a fresh process whenever one asks for it, until one ends otherwise. From the second
 * restart in a row on there is a wait that grows. Resolves with the exit code to end with: the worker's own, or 128 and the
 * signal that killed it.
 */
export async function launch(given: LauncherOptions): Promise<number> {
  const options = { ...given, env: { ...given.env } };
  for (let inARow = 1; ; inARow += 1) {
    const startedAt = performance.now();
    const code = await runWorker(options);
    if (code !== RESTART_CODE) return code;
    if (performance.now() - startedAt >= LASTING_MS) inARow = 1;
    if (inARow === 1) continue;
    const waitMs = backoffMs(inARow - 1, RESTARTS, Math.random);
    // It can be stopped before it says that it waits.
    const stopped = stoppedWithin(waitMs);
    options.print(`Restart ${inARow} in a row. Starting again in ${(waitMs / 1000).toFixed(1)} s.`);
    if (await stopped) return 0;
  }
}

/** Waits; true as soon as a signal says to end. */
async function stoppedWithin(ms: number): Promise<boolean> {
  const stop = new AbortController();
  const end = () => stop.abort();
  for (const signal of Object.keys(SIGNALS)) process.on(signal, end);
  await sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  for (const signal of Object.keys(SIGNALS)) process.off(signal, end);
  return stop.signal.aborted;
}

function runWorker({ file, args, env }: LauncherOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    let stopped = false;
    const worker = spawn(process.execPath, [...process.execArgv, file, ...args], {
      env: { ...env, [WORKER_VARIABLE]: "1" },
      // Its end tells a worker that its launcher is gone; a worker says on it what the next one is to be given.
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    const forward = (signal: NodeJS.Signals) => {
      stopped = true;
      worker.kill(signal);
    };
    worker.on("message", (kept) => {
      env[KEPT_VARIABLE] = JSON.stringify(kept);
    });
    for (const signal of Object.keys(SIGNALS)) process.on(signal, forward);
    const finish = () => {
      for (const signal of Object.keys(SIGNALS)) process.off(signal, forward);
    };
    worker.on("error", (error) => {
      finish();
      reject(error);
    });
    worker.on("exit", (code, signal) => {
      finish();
      // Killed by the signal that was passed on: it had not come far enough to end by itself.
      if (code === null && stopped && signal !== null && signal in SIGNALS) return resolve(0);
      const own = code ?? 128 + (SIGNALS[signal as keyof typeof SIGNALS] ?? 9);
      resolve(stopped && own === RESTART_CODE ? 0 : own);
    });
  });
}
