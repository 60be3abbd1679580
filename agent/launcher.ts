import { spawn } from "node:child_process";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { UpdateReport } from "#contract/agent-release.ts";
import { type BackoffOptions, backoffMs, LASTING_MS } from "./backoff.ts";
import { adopt, discard, type Staged, stagedFor, sweep } from "./bundle-files.ts";
import type { Say } from "./log.ts";
import { codeOf } from "./update-fault.ts";

/** Exit code by which a worker asks for a fresh one. */
export const RESTART_CODE = 75;
/** Holds, in a worker's environment, what the worker before was given to get its addresses back: a JSON list. */
export const KEPT_VARIABLE = "GATEHOUSE_AGENT_KEPT";
/** Set in a worker's environment, so that the same file knows which of the two it is. */
export const WORKER_VARIABLE = "GATEHOUSE_AGENT_WORKER";
/** The bundle that updates replace: a worker may run a new version beside it. */
export const FILE_VARIABLE = "GATEHOUSE_AGENT_FILE";
/** An update that was rolled back, as JSON. */
export const UPDATE_VARIABLE = "GATEHOUSE_AGENT_UPDATE";

export type LauncherOptions = {
  /** The file to run, read from disk anew for every worker. */
  file: string;
  /** Its version where it is a bundle, which updates replace; null where it is not. */
  version: string | null;
  args: readonly string[];
  env: Record<string, string | undefined>;
  say: Say;
  /** So long a new version may take to come online, in milliseconds. */
  onlineWithinMs: number;
};

const SIGNALS: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM"];

/** Wait before a restart that follows another one; a service may ask for them without end. */
const RESTARTS: BackoffOptions = { firstMs: 1_000, maxMs: 60_000 };

/**
 * Runs workers one after another: a fresh process whenever one asks for it, until one ends otherwise. From the second
 * restart in a row on there is a wait that grows. Resolves with the exit code to end with: the worker's own, or 128 and the
 * signal that killed it.
 *
 * A new version that an update has put beside the bundle is tried first. It replaces the bundle once it is online; one that
 * ends before, or takes too long, is removed, and the bundle runs again, even where it can't be removed.
 */
export async function launch(given: LauncherOptions): Promise<number> {
  const options = { ...given, env: { ...given.env, [FILE_VARIABLE]: given.file } };
  let { version } = given;
  if (version !== null) tried(options, () => sweep(given.file, given.version ?? ""));
  let isStuck = false;
  for (let inARow = 1; ; inARow += 1) {
    const startedAt = performance.now();
    const staged: Staged | undefined =
      version === null || isStuck ? undefined : stagedFor(options.file, version);
    isStuck = false;
    const end = await runWorker(options, staged);
    if (end.adopted) version = end.adopted;
    if (staged && !end.online && !end.stopped) {
      isStuck = !rollBack(options, staged, end);
      continue;
    }
    if (end.code !== RESTART_CODE) return end.code;
    if (performance.now() - startedAt >= LASTING_MS) inARow = 1;
    if (inARow === 1) continue;
    const waitMs = backoffMs(inARow - 1, RESTARTS, Math.random);
    // It can be stopped before it says that it waits.
    const stopped = stoppedWithin(waitMs);
    options.say(`Restart ${inARow} in a row. Starting again in ${(waitMs / 1000).toFixed(1)} s.`, {
      event: "restart_waits",
      wait_ms: Math.round(waitMs),
    });
    if (await stopped) return 0;
  }
}

/** Waits; true as soon as a signal says to end. */
async function stoppedWithin(ms: number): Promise<boolean> {
  const stop = new AbortController();
  const end = () => stop.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  await sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  for (const signal of SIGNALS) process.off(signal, end);
  return stop.signal.aborted;
}

type End = {
  code: number;
  /** It had come online. */
  online: boolean;
  /** The version by which the bundle was replaced; null when it was not. */
  adopted: string | null;
  /** A signal said to end. */
  stopped: boolean;
  /** It was ended because it took too long to come online. */
  late: boolean;
};

/** The new version is given up: the bundle is as it was, and what it runs next says why. False where it can't be removed. */
function rollBack(options: LauncherOptions, staged: Staged, { code, late }: End): boolean {
  const { version } = staged;
  const reason = late
    ? `It was not online within ${options.onlineWithinMs / 1000} s.`
    : `It ended with exit code ${code} before it was online.`;
  const isRemoved = tried(options, () => discard(staged));
  const report: UpdateReport = { state: "rolled_back", version, reason };
  options.env[UPDATE_VARIABLE] = JSON.stringify(report);
  options.say(`Update to ${version} rolled back: ${reason}`, { event: "rolled_back", version, reason });
  return isRemoved;
}

/** Has it replace the bundle. Where that fails it goes on running, and is tried again at the next start. */
function keep(options: LauncherOptions, staged: Staged): string | null {
  delete options.env[UPDATE_VARIABLE];
  options.say(`Updated to ${staged.version}`, { event: "updated", version: staged.version });
  return tried(options, () => adopt(options.file, staged)) ? staged.version : null;
}

function tried({ file, say }: LauncherOptions, act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    say(`The files beside ${file} can’t be changed (${codeOf(error)}).`, {
      event: "files_not_changed",
      code: codeOf(error),
    });
    return false;
  }
}

/** What a worker that ignores its signal is given, in milliseconds. */
const KILL_MS = 2_000;

function runWorker(options: LauncherOptions, staged: Staged | undefined): Promise<End> {
  const { file, args, env, onlineWithinMs } = options;
  return new Promise((resolve, reject) => {
    const end: Omit<End, "code"> = { online: false, adopted: null, stopped: false, late: false };
    const worker = spawn(process.execPath, [...process.execArgv, staged?.file ?? file, ...args], {
      // What was rolled back before is no concern of a newer one.
      env: { ...env, ...(staged && { [UPDATE_VARIABLE]: undefined }), [WORKER_VARIABLE]: "1" },
      // Its end tells a worker that its launcher is gone; a worker says on it what the next one is to be given.
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    const forward = (signal: NodeJS.Signals) => {
      end.stopped = true;
      worker.kill(signal);
    };
    let killing: NodeJS.Timeout | undefined;
    const giveUp = () => {
      end.late = true;
      worker.kill("SIGTERM");
      killing = setTimeout(() => worker.kill("SIGKILL"), KILL_MS);
    };
    const tooLate = staged ? setTimeout(giveUp, onlineWithinMs) : undefined;
    // A worker says it each time that it comes online.
    worker.on("message", (kept) => {
      env[KEPT_VARIABLE] = JSON.stringify(kept);
      if (end.online || end.late) return;
      end.online = true;
      clearTimeout(tooLate);
      if (staged) end.adopted = keep(options, staged);
    });
    for (const signal of SIGNALS) process.on(signal, forward);
    const finish = () => {
      clearTimeout(tooLate);
      clearTimeout(killing);
      for (const signal of SIGNALS) process.off(signal, forward);
    };
    worker.on("error", (error) => {
      finish();
      reject(error);
    });
    worker.on("exit", (code, signal) => {
      finish();
      // Killed by the signal that was passed on: it had not come far enough to end by itself.
      if (code === null && end.stopped && signal !== null && SIGNALS.includes(signal))
        return resolve({ ...end, code: 0 });
      const own = code ?? 128 + constants.signals[signal ?? "SIGKILL"];
      resolve({ ...end, code: end.stopped && own === RESTART_CODE ? 0 : own });
    });
  });
}
