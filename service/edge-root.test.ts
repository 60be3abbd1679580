import { once } from "node:events";
import { get } from "node:https";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { IncomingMessage } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { EdgeRoot } from "#contract/edge-root.ts";
import { type RunningService, startService } from "./context.ts";
import { testConfig } from "./testing/test-config.ts";

const HOST = "shop.example";
let dir: string;
let service: RunningService;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "gatehouse-root-"));
  service = await startService({
    config: testConfig({ data: dir, edgeTcp: "off" }),
    log: pino({ level: "silent" }),
    consoleDir: join(dir, "none"),
  });
});
afterEach(async () => {
  await service.dispose();
  await rm(dir, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${service.origin}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.admin.token}`,
      "service-version": "2",
      "content-type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.json();
}

// Cause: nothing gave out the root of the local authority, so https was a warning for good. Law: who trusts the root reaches every address without one.
test("the URL of an address opens over https with the root trusted, and not without", async () => {
  const { ca_pem: ca, fingerprint } = EdgeRoot.parse(await call("GET", "/edge_root"));
  expect(fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  await call("POST", "/edges/https", { hostports: [`${HOST}:443`] });
  const { endpoints } = (await call("GET", "/endpoints")) as { endpoints: { public_url: string }[] };
  const url = new URL(endpoints[0]!.public_url);
  expect(url.hostname).toBe(HOST);
  const open = (trusted: string[]) =>
    once(
      get({
        host: "127.0.0.1",
        port: url.port,
        servername: HOST,
        headers: { host: url.host },
        ca: trusted,
        agent: false,
      }),
      "response",
    ) as Promise<[IncomingMessage]>;
  const [answer] = await open([ca ?? ""]);
  answer.resume();
  expect(answer.headers["gatehouse-error-code"]).toBe("ERR_GATEHOUSE_3202");
  await expect(open([])).rejects.toThrow(/self-signed certificate/);
});
