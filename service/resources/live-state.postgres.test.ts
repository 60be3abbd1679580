// Cause: a service showed and reset what its own process had counted, while visitors came to another one. Law: live state has every
// edge of the account, and a reset is there for the next request at each (docs/decisions/edge/live-state.md).
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LiveState } from "#contract/traffic/live-state.ts";
import { startTestService, type TestService } from "#testing/service.ts";
import { callOver } from "../testing/test-app.ts";
import { createTestDatabase } from "../testing/test-postgres.ts";

let services: TestService[];
let ports: number[];
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  if (!database) throw new Error("These tests need Postgres.");
  ({ drop } = database);
  ports = [await freePort(), await freePort()];
  services = [];
  for (const edgeHttp of ports) {
    const [first] = services;
    const options = { databaseUrl: database.url, edgeHttp, ...(first && { apiKey: first.key }) };
    services.push(await startTestService(options));
  }
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  await drop();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function visit(port: number | undefined): Promise<unknown> {
  const asked = request({ host: "127.0.0.1", port, path: "/", headers: { host: "two.example" } }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  return answer.headers["gatehouse-error-code"];
}

test("a breaker that is open at one edge is seen and closed through the service of another", async () => {
  const [one] = services as [TestService];
  const call = callOver((path, init) => fetch(`${one.origin}${path}`, init), one.key);
  const { body: edge } = await call<{ id: string }>("POST /edges/https", {
    body: { hostports: ["two.example:443"] },
  });
  const circuit_breaker = { volume_threshold: 1, tripped_duration: 60 };
  const { body: route } = await call<{ id: string }>(`POST /edges/https/${edge.id}/routes`, {
    body: { match_type: "path_prefix", match: "/", circuit_breaker },
  });
  const at = `/edges/https/${edge.id}/routes/${route.id}/live_state`;
  const states = async () => {
    const { body } = await call<LiveState>(`GET ${at}`);
    return [...body.edges.map((one) => String(one.circuit_breaker?.state)).toSorted(), body.silent];
  };
  expect([await visit(ports[1]), await visit(ports[1])]).toEqual([
    "ERR_GATEHOUSE_3203",
    "ERR_GATEHOUSE_3234",
  ]);
  expect(await states()).toEqual(["closed", "open", 0]);
  const body = { module: "circuit_breaker" };
  expect((await call(`POST ${at}/reset`, { body })).status).toBe(204);
  expect(await visit(ports[1])).toBe("ERR_GATEHOUSE_3203");
  expect(await visit(ports[0])).toBe("ERR_GATEHOUSE_3203");
});
