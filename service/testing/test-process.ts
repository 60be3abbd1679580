import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildStale, root } from "../../scripts/build-stale.mjs";
import { lockFolder } from "../store/folder-lock.ts";

/** The built service or edge as a process of its own. */
export type ServiceProcess = {
  child: ChildProcess;
  /** What it has written to standard error. */
  errors: () => string;
  /** Exit code and signal. */
  exited: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  /** `http://127.0.0.1:41234`, once it is ready. Rejects when it ends before that. */
  origin: Promise<string>;
};

/** Builds service and edge if its sources have changed, one test process at a time, for {@link launchService}. */
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

type LaunchOptions = { env?: Record<string, string>; node?: readonly string[] };

/** Starts the built service on any free port, without demo agents, with these flags and this environment only. */
export function launchService(flags: readonly string[], options: LaunchOptions = {}): ServiceProcess {
  const all = ["--port", "0", "--demo", "0", ...flags];
  return launch("service", all, options, (output) => {
    const link = /ready: (\S+)\n/.exec(output)?.[1];
    return link && new URL(link).origin;
  });
}

/** Starts the built edge on any free ports; its `origin` is that of HTTP. */
export function launchEdge(flags: readonly string[], options: LaunchOptions = {}): ServiceProcess {
  const all = ["--edge-http", "0", "--edge-https", "0", "--edge-tcp", "off", ...flags];
  return launch("edge", all, options, (output) => {
    const port = /HTTP at port (\d+)/.exec(output)?.[1];
    return port && `http://127.0.0.1:${port}`;
  });
}

function launch(
  program: "service" | "edge",
  flags: readonly string[],
  { env = {}, node = [] }: LaunchOptions,
  originIn: (output: string) => string | undefined,
): ServiceProcess {
  const file = join(root, "dist/node", `${program}.js`);
  const child = spawn(process.execPath, [...node, file, ...flags], {
    env: { PATH: process.env["PATH"], GATEHOUSE_LOG: "warn", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [errors, output] = ["", ""];
  child.stderr.on("data", (data: Buffer) => (errors += data.toString()));
  const exited = once(child, "exit") as ServiceProcess["exited"];
  const origin = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (data: Buffer) => {
      output += data.toString();
      const found = originIn(output);
      if (found) resolve(found);
    });
    void exited.then(() => reject(new Error(`The ${program} ended: ${errors}`)));
  });
  // Whoever waits for it is told; nobody has to.
  origin.catch(() => undefined);
  return { child, errors: () => errors, exited, origin };
}
