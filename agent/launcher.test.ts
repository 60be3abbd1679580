// Cause: an update that failed and could not be removed was started again at once, without end, and the version before never; of
// a signal but two the exit code was that of SIGKILL. Law: whatever fails leaves the old version serving, and exit codes are as docs/agent.md says.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { launch } from "./launcher.ts";

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-launcher-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Runs a program as the bundle; answers its exit code and what the launcher said. */
async function run(program: string) {
  const file = join(dir, "gatehouse-agent.mjs");
  writeFileSync(file, program);
  const said: unknown[] = [];
  const say = (_: string, { event }: { event: string }) => void said.push(event);
  const code = await launch({
    file,
    version: "1.0.0",
    args: [],
    env: process.env,
    say,
    onlineWithinMs: 5_000,
  });
  return { code, said };
}

test("an update that fails and can't be removed is tried once a start, and the version before runs", async () => {
  // A folder runs as its index.js, and is not removed as a file is.
  const next = join(dir, "gatehouse-agent.next-1.1.0.mjs");
  mkdirSync(next);
  writeFileSync(join(next, "index.js"), "process.exit(3)");
  // It asks for one restart.
  const second = JSON.stringify(join(dir, "second"));
  const program = `import { existsSync, writeFileSync } from "node:fs";
    if (existsSync(${second})) process.exit(0);
    writeFileSync(${second}, "");
    process.exit(75);`;
  const tried = ["files_not_changed", "rolled_back"];
  expect(await run(program)).toEqual({ code: 0, said: [...tried, "restart_waits", ...tried] });
});

test.each([
  ["SIGHUP", 129],
  ["SIGABRT", 134],
  ["SIGKILL", 137],
  ["SIGSEGV", 139],
])("%s ends it with %i", async (signal, code) => {
  const program = `process.kill(process.pid, "${signal}"); setInterval(() => {}, 1000);`;
  expect((await run(program)).code).toBe(code);
});
