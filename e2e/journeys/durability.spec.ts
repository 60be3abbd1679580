import { spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { call } from "../fixtures/api.ts";
import { linesOf } from "../fixtures/process.ts";
import { removeData, startService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

test("a key survives kill -9 of the service right after its 201", async () => {
  let service = await startService({ demo: 0 });
  const made: { id: string; token: string }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const created = await call<{ id: string; token: string }>(service, "POST /api_keys", {
      description: `round ${round}`,
    });
    process.kill(service.pid, "SIGKILL");
    expect(created.status).toBe(201);
    made.push(created.body);
    await service.end("SIGKILL");
    service = await startService({ demo: 0, data: service.data });
  }
  for (const { id, token } of made) {
    const read = await call({ origin: service.origin, key: token }, `GET /api_keys/${id}`);
    expect(read).toMatchObject({ status: 200, body: { id, token: null } });
  }
  await service.end();
  await removeData(service.data);
});

test("SIGTERM ends the service with exit code 0, and a request under way is answered", async () => {
  const service = await startService({ demo: 2 });
  const answers = Array.from({ length: 20 }, () => call(service, "POST /api_keys", {}));
  await answers[0];
  const code = service.end("SIGTERM");
  const settled = await Promise.allSettled(answers);
  expect(await code).toBe(0);
  const statuses = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value.status] : []));
  expect(new Set(statuses)).toEqual(new Set([201]));
  await removeData(service.data);
});

// npm and its shell died of a SIGTERM, the service lived on with folder and port: nothing tells it of a signal to npm.
// Law: ending `npm start` ends the service, gracefully.
test("SIGTERM to npm start ends the service", async () => {
  const data = await mkdtemp(join(tmpdir(), "gatehouse-e2e-"));
  const npm = spawn("npm", ["start", "--", "--port", "0", "--demo", "0", "--data", data], {
    cwd: join(import.meta.dirname, "../.."),
    stdio: ["ignore", "pipe", "pipe"],
  });
  await linesOf(npm).match(/Gatehouse is ready/);
  npm.kill("SIGTERM");
  const again = async () => {
    const service = await startService({ demo: 0, data }).catch(() => null);
    await service?.end();
    return service !== null;
  };
  await expect.poll(again).toBe(true);
  await removeData(data);
});

test("a second service on the same data folder is refused, and the first goes on", async () => {
  const first = await startService({ demo: 0 });
  await expect(startService({ demo: 0, data: first.data })).rejects.toThrow(/data folder|already|in use/i);
  expect((await call(first, "GET /api_keys")).status).toBe(200);
  await first.end();
  await removeData(first.data);
});
