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

/** Runs the built service, with a data folder of its own, as long as `act` takes. @param {() => Promise<void>} act */
export async function withService(act) {
  const data = mkdtempSync(join(tmpdir(), "gatehouse-load-"));
  const flags = ["--port", "0", "--data", data, "--demo", "24", "--log", "error"];
  const service = spawn(process.execPath, [join(root, "dist/node/service.js"), ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = await once(service.stdout, "data");
    const link = new URL(/http\S+/.exec(String(line))?.[0] ?? "");
    const key = readFileSync(join(data, "admin.key"), "utf8").trim();
    origin = link.origin;
    headers = {
      authorization: `Bearer ${key}`,
      "service-version": "2",
      "content-type": "application/json",
    };
    await act();
  } finally {
    service.kill();
    await once(service, "exit");
    rmSync(data, { recursive: true, force: true });
  }
}

/** A GET, or a POST of a body. @param {string} path @param {object} [body] @returns {Promise<{ token: string }>} */
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
