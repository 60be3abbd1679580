// Cause: an agent in a container, whose updates are off, complained that it could not keep an update key. Law: it is told to those
// whose updates need one.
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { readFlags } from "./flags.ts";
import { createLog } from "./log.ts";
import { signRelease, updateKeyOf } from "./signature.ts";
import { runWorker } from "./worker.ts";

let service: WebSocketServer;
afterEach(() => service.close());

/** What an agent says until it is online, of a service that offers a key; it has no place to keep one. */
async function said(...flags: string[]): Promise<string[]> {
  service = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  const heartbeat = { interval_ms: 10_000, tolerance_ms: 25_000 };
  const updates = { key: "k".repeat(43) };
  const welcome = { type: "welcome", session_id: "ts_1", region: "eu", tunnels: [], heartbeat, updates };
  service.on("connection", (socket) => socket.on("message", () => socket.send(JSON.stringify(welcome))));
  await once(service, "listening");
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const read = readFlags(["--url", url, "--state", "/dev/null/state", ...flags]);
  if (read === "help") throw new Error("help");
  const events: string[] = [];
  const stop = new AbortController();
  const say = (_: string, { event }: { event: string }) => {
    events.push(event);
    if (event === "online") stop.abort();
  };
  const about = { authtoken: "gha_x", version: "1.0.0", bundle: "/nowhere/gatehouse-agent.mjs", kept: [] };
  const options = { ...about, flags: read, lastUpdate: undefined, say, onKept: () => undefined };
  expect(await runWorker(options, stop.signal)).toBe(0);
  return events;
}

test("complains of an update key that it can't keep only where it takes updates", async () => {
  expect(await said()).toEqual(["key_not_kept", "online", "stopped"]);
  for (const flag of ["--no-update-check", "--no-remote-management"]) {
    service.close();
    expect(await said(flag)).toEqual(["online", "stopped"]);
  }
});

// Cause: who read the log of an agent saw no word of an update that it was told to take. Law: what it answered is a line with its facts, and what a
// service says moves no terminal.
test("says what it answered to an update", async () => {
  service = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  const heartbeat = { interval_ms: 10_000, tolerance_ms: 25_000 };
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const welcome = { type: "welcome", session_id: "ts_1", region: "eu", tunnels: [], heartbeat };
  const good = signRelease(Buffer.from("x"), { version: "1.1.0", notes: "" }, pem);
  const bad = { ...good, version: "1.2.0" };
  service.on("connection", (socket) =>
    socket.once("message", () => {
      socket.send(JSON.stringify(welcome));
      for (const release of [bad, good])
        socket.send(JSON.stringify({ type: "command", id: `c_${release.version}`, kind: "update", release }));
    }),
  );
  await once(service, "listening");
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const flags = readFlags(["--url", url, "--update-key", updateKeyOf(pem)]);
  if (flags === "help") throw new Error("help");
  const lines: string[] = [];
  const stop = new AbortController();
  const write = (line: string) => {
    lines.push(line);
    if (line.includes("update_accepted")) stop.abort();
  };
  const about = { authtoken: "gha_x", version: "1.0.0", bundle: "/nowhere/gatehouse-agent.mjs", kept: [] };
  const say = createLog("json", write);
  await runWorker({ ...about, flags, lastUpdate: undefined, say, onKept: () => undefined }, stop.signal);
  const answers = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const of = (event: string) => answers.filter((one) => one["event"] === event);
  const reason = "Release 1.2.0 is not signed with the update key of this agent.";
  expect(of("update_refused")).toEqual([
    expect.objectContaining({ version: "1.2.0", reason, message: `Update refused: ${reason}` }),
  ]);
  expect(of("update_accepted")).toEqual([
    expect.objectContaining({ version: "1.1.0", message: "Updating to 1.1.0" }),
  ]);
  expect(lines.join("")).not.toContain("gha_x");
});
