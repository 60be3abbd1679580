// Cause: an agent in a container, whose updates are off, complained that it could not keep an update key. Law: it is told to those
// whose updates need one.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { readFlags } from "./flags.ts";
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
