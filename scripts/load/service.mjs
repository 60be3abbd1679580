// The built service for what puts load on it: on a free port of loopback, with a data folder of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Where it answers. */
export let origin = "";
/** What each request is sent with. @type {Record<string, string>} */
export let headers = {};

/**
 * Runs the built service, with a data folder of its own, as long as `act` takes, which is told its process and the link that
 * signs in.
 * @param {(running: { pid: number, link: string }) => Promise<void>} act @param {readonly string[]} [flags]
 */
export async function withService(act, flags = ["--demo", "24"]) {
  const data = mkdtempSync(join(tmpdir(), "gatehouse-load-"));
  const all = ["--port", "0", "--data", data, "--log", "error", "--demo-visitors", "0", ...flags];
  const service = spawn(process.execPath, [join(root, "dist/node/service.js"), ...all], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = await Promise.race([once(service.stdout, "data"), once(service, "exit")]);
    if (service.exitCode !== null || !service.pid) throw new Error("The service did not start.");
    const link = new URL(/http\S+/.exec(String(line))?.[0] ?? "");
    const key = readFileSync(join(data, "admin.key"), "utf8").trim();
    origin = link.origin;
    headers = {
      authorization: `Bearer ${key}`,
      "service-version": "2",
      "content-type": "application/json",
    };
    await act({ pid: service.pid, link: link.href });
  } finally {
    if (service.kill()) await once(service, "exit");
    rmSync(data, { recursive: true, force: true });
  }
}

/** A GET, or a POST of a body. @param {string} path @param {object} [body] @returns {Promise<any>} */
export async function ask(path, body) {
  const method = body ? "POST" : "GET";
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  return answer.json();
}
