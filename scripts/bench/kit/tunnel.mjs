// A service with its edge, and an agent that forwards to an app: what a bench of traffic sends requests through.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../../build-stale.mjs";
import { ask, withService } from "../../load/service.mjs";

/** Rounds of a second before those that count: an edge gets quicker as its code is compiled. */
export const WARM_ROUNDS = 4;

/** Where it answers, and the processes that requests pass. @typedef {{ origin: string, pids: number[] }} Side */

/** A program beside this one that tells its port. @param {string} name @param {string[]} [args] */
export async function started(name, args = []) {
  const child = fork(join(import.meta.dirname, name), args);
  const [{ port }] = await once(child, "message");
  return { child, port: Number(port) };
}

/**
 * An agent of the service with one tunnel. `serves` = what it says of it: its URL, or its labels.
 * @param {string} url @param {readonly string[]} flags
 * @returns {Promise<{ child: import("node:child_process").ChildProcess, serves: string, worker: number }>}
 */
export async function agent(url, flags) {
  const { token } = await ask("/credentials", {});
  const child = spawn(process.execPath, [join(root, "dist/node/agent.js"), "--url", url, ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, GATEHOUSE_AUTHTOKEN: token },
  });
  let said = "";
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("The agent ended.")));
    child.stdout.on("data", (part) => {
      said += part;
      const serves = /(\S+) → /.exec(said)?.[1];
      // The worker is another process than its launcher, and says which.
      if (serves) resolve({ child, serves, worker: Number(/Agent pid (\d+)/.exec(said)?.[1]) });
    });
  });
}

/**
 * Runs an empty account with one agent, as long as `act` takes.
 * @param {number} port of the app @param {string} host that the agent serves @param {readonly string[]} flags of the service
 * @param {(side: Side) => Promise<void>} act
 */
export async function withTunnel(port, host, flags, act) {
  await withService(
    async ({ pid, link }) => {
      const flags = ["--tunnel", `http:127.0.0.1:${port},hostname=${host}`];
      const tunnel = await agent(new URL(link).origin, flags);
      const edge = new URL(tunnel.serves);
      try {
        await act({ origin: `http://127.0.0.1:${edge.port}`, pids: [pid, tunnel.worker] });
      } finally {
        tunnel.child.kill();
        await once(tunnel.child, "exit");
      }
    },
    ["--demo", "0", ...flags],
  );
}
