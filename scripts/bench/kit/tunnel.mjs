// A service with its edge, and an agent that forwards to an app: what a bench of traffic sends requests through.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../../build-stale.mjs";
import { ask, withService } from "../../load/service.mjs";

/** Where it answers, and the processes that requests pass. @typedef {{ origin: string, pids: number[] }} Side */

/** A program beside this one that tells its port. @param {string} name @param {string[]} [args] */
export async function started(name, args = []) {
  const child = fork(join(import.meta.dirname, name), args);
  const [{ port }] = await once(child, "message");
  return { child, port: Number(port) };
}

/**
 * An agent of the service that forwards to the app.
 * @param {string} url @param {string} authtoken @param {number} port @param {string} host
 * @returns {Promise<{ child: import("node:child_process").ChildProcess, edge: URL, worker: number }>}
 */
function agent(url, authtoken, port, host) {
  const child = spawn(
    process.execPath,
    [join(root, "dist/node/agent.js"), "--url", url, "--tunnel", `http:127.0.0.1:${port},hostname=${host}`],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, GATEHOUSE_AUTHTOKEN: authtoken } },
  );
  let said = "";
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("The agent ended.")));
    child.stdout.on("data", (part) => {
      said += part;
      const edge = /(http:\/\/\S+) → /.exec(said)?.[1];
      // The worker is another process than its launcher, and says which.
      if (edge) resolve({ child, edge: new URL(edge), worker: Number(/Agent pid (\d+)/.exec(said)?.[1]) });
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
      const { token } = await ask("/credentials", {});
      const tunnel = await agent(new URL(link).origin, token, port, host);
      try {
        await act({ origin: `http://127.0.0.1:${tunnel.edge.port}`, pids: [pid, tunnel.worker] });
      } finally {
        tunnel.child.kill();
        await once(tunnel.child, "exit");
      }
    },
    ["--demo", "0", ...flags],
  );
}
