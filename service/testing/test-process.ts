import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildStale, root } from "../../scripts/build-stale.mjs";
import { lockFolder } from "../store/folder-lock.ts";

/** The built service as a process of its own. */
export type ServiceProcess = {
  child: ChildProcess;
  /** What it has written to standard error. */
  errors: () => string;
  /** Exit code and signal. */
  exited: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  /** `http://127.0.0.1:41234`, once it is ready. Rejects when it ends before that. */
  origin: Promise<string>;
};

/** Builds the service if its sources have changed, one test process at a time, for {@link launchService}. */
export async function buildService(): Promise<void> {
  const folder = join(root, "dist/lock");
  mkdirSync(folder, { recursive: true });
  for (;;) {
    let lock: { release: () => void };
    try {
      lock = lockFolder(folder);
    } catch {
      await sleep(100);
      continue;
    }
    try {
      return buildStale(["node"]);
    } finally {
      lock.release();
    }
  }
}

/** Starts the built service on any free port, without demo agents, with these flags and this environment only. */
export function launchService(
  flags: readonly string[],
  { env = {}, node = [] }: { env?: Record<string, string>; node?: readonly string[] } = {},
): ServiceProcess {
  const file = join(root, "dist/node/service.js");
  const child = spawn(process.execPath, [...node, file, "--port", "0", "--demo", "0", ...flags], {
    env: { PATH: process.env["PATH"], GATEHOUSE_LOG: "warn", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [errors, output] = ["", ""];
  child.stderr.on("data", (data: Buffer) => (errors += data.toString()));
  const exited = once(child, "exit") as ServiceProcess["exited"];
  const origin = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (data: Buffer) => {
      output += data.toString();
      const link = /ready: (\S+)\n/.exec(output)?.[1];
      if (link) resolve(new URL(link).origin);
    });
    void exited.then(() => reject(new Error(`The service ended: ${errors}`)));
  });
  // Whoever waits for it is told; nobody has to.
  origin.catch(() => undefined);
  return { child, errors: () => errors, exited, origin };
}
