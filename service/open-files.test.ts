// Cause: --demo took as many agents as fitted and said so in the log only, and connections beyond the limit of open files took
// the files of the database as well. Law: at start one line says what the limit lets the service do, and nothing goes beyond.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { root } from "../scripts/build-stale.mjs";
import { demoProfiles } from "./demo/profiles.ts";
import { agentsThatFit, openFilesMax, withinOpenFiles } from "./open-files.ts";
import { testConfig } from "./testing/test-config.ts";
import { buildService } from "./testing/test-process.ts";

it("reads the limit, and how many demo agents it leaves room for", () => {
  expect(
    openFilesMax(
      () => "Max cpu time  unlimited\nMax open files            1024                 4096   files\n",
    ),
  ).toBe(1024);
  expect(openFilesMax(() => "Max open files            unlimited            unlimited   files\n")).toBeNull();
  expect([null, 100, 1024, 20_000].map(agentsThatFit)).toEqual([Number.POSITIVE_INFINITY, 0, 209, 7800]);
});

it("counts the ports of demo agents too", () => {
  // Cause: each TCP tunnel has a listener, so that 9,000 demo agents ran out of files. Law: those that fit have all they need.
  const profiles = demoProfiles(agentsThatFit(20_000));
  const ports = profiles
    .flatMap(({ tunnels }) => tunnels)
    .filter(({ proto, labels }) => proto === "tcp" && !labels);
  expect(2 * profiles.length + ports.length).toBeLessThanOrEqual(20_000 - 500);
});

it("leaves what fits as it is, and says nothing", () => {
  const config = testConfig({ maxConnections: 1000, demo: 200 });
  const log = { warn: () => expect.unreachable() };
  expect(withinOpenFiles(config, log, 1000)).toBe(config);
  expect(withinOpenFiles(config, log, null)).toBe(config);
});

describe.skipIf(process.platform !== "linux")("a process with a low limit", () => {
  const LIMIT = 600;
  let data: string;
  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), "gatehouse-files-"));
    await buildService();
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  const start = (...flags: string[]) =>
    spawn(
      "sh",
      [
        "-c",
        `ulimit -n ${LIMIT} && exec "$0" "$@"`,
        process.execPath,
        join(root, "dist/node/service.js"),
      ].concat(["--port", "0", "--data", data, "--log", "warn"], flags),
      { stdio: ["ignore", "pipe", "pipe"] },
    );

  it("refuses more demo agents than it can run, and names how many it can", async () => {
    const child = start("--demo", "41");
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect(said).toBe(
      `--demo 41: this process can run 40 demo agents, since it may have ${LIMIT} open files. Ask for fewer, or raise the hard limit (ulimit -Hn).\n`,
    );
    expect(code).toBe(1);
  });

  it("tells in one line how many connections fit, takes those, and goes on answering", async () => {
    const child = start("--demo", "0");
    const said = text(child.stderr);
    const [ready] = (await once(child.stdout, "data")) as [Buffer];
    const { origin, port } = new URL(/http\S+/.exec(ready.toString())?.[0] ?? "");
    const sockets: Socket[] = [];
    for (let i = 0; i < LIMIT; i += 1) {
      const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
      sockets.push(socket);
      await Promise.race([once(socket, "connect"), once(socket, "close")]);
    }
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(100);
    for (const socket of sockets.slice(0, 10)) socket.destroy();
    await expect.poll(async () => (await fetch(`${origin}/readyz`).catch(() => null))?.status).toBe(200);
    for (const socket of sockets) socket.destroy();
    child.kill();
    const [first = "", ...others] = (await said).trim().split("\n");
    expect(JSON.parse(first)).toMatchObject({
      openFiles: LIMIT,
      connections: LIMIT - 100,
      asked: 20_000,
      msg: "fewer connections than --max-connections: raise the hard limit of open files (ulimit -Hn)",
    });
    expect(others.filter((line) => !line.includes("connections refused"))).toEqual([]);
  });
});
