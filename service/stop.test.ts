// Cause: a service that stopped ended its agents first, so its edge answered 404 for their addresses meanwhile. Law: who comes
// while a service stops is not let in, or answered by the app.
import { randomUUID } from "node:crypto";
import { createServer, get } from "node:http";
import { rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it, vi } from "vitest";
import { dialTarget } from "#agent/dial.ts";
import { openSession } from "#agent/session.ts";
import type { Welcome } from "#contract/agent-protocol.ts";
import { startService } from "./context.ts";
import { acceptingHost } from "./testing/accepting-host.ts";
import { testConfig } from "./testing/test-config.ts";
import { addCredential } from "./testing/test-gateway.ts";

it("takes no visitors while it stops, and answers those who are there", async () => {
  const data = join(tmpdir(), `gatehouse-stop-${randomUUID()}`);
  const app = createServer((_request, response) => setTimeout(() => response.end("hello"), 20));
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  const config = testConfig({ data, edgeHttp: 0, edgeHttps: "off", edgeTcp: "off" });
  const service = await startService({ config, log: pino({ level: "silent" }), consoleDir: "" });
  const { authtoken } = await addCredential(service.db, service.admin.userId);
  const welcomes: Welcome[] = [];
  const agent = openSession({
    url: `${service.origin.replace("http:", "ws:")}/agent`,
    authtoken,
    host: acceptingHost,
    tunnels: [{ proto: "http", forwards_to: `http://127.0.0.1:${(app.address() as AddressInfo).port}` }],
    dial: (target) => dialTarget(target, { timeoutMs: 1_000, insecure: false }),
    onOnline: (welcome) => welcomes.push(welcome),
  });
  await vi.waitFor(() => expect(welcomes).toHaveLength(1));
  const { host, port } = new URL(welcomes[0]?.tunnels[0]?.plain_url ?? "");
  const visit = (): Promise<number | string> =>
    new Promise((resolve) => {
      get({ host: "127.0.0.1", port, headers: { host }, agent: false }, (answer) =>
        answer.resume().once("close", () => resolve(answer.statusCode ?? 0)),
      ).once("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? ""));
    });
  expect(await visit()).toBe(200);
  const came = [visit(), visit()];
  const stopped = service.dispose().then(() => "stopped" as const);
  for (let last: number | string = 200; last !== "stopped";) {
    const visited = visit();
    came.push(visited);
    last = await Promise.race([stopped, visited]);
  }
  const outcomes = new Set(await Promise.all(came));
  for (const not of [200, "ECONNREFUSED", "ECONNRESET"]) outcomes.delete(not);
  expect([...outcomes]).toEqual([]);
  await agent.close();
  app.close();
  rmSync(data, { recursive: true, force: true });
});
