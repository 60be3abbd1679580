import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { pino } from "pino";
import Libsql from "libsql";
import { afterEach, describe, expect, inject, it } from "vitest";
import { startTestService, type TestService } from "#testing/service.ts";
import { startService } from "./context.ts";

let service: TestService | undefined;
afterEach(() => service?.close());

const headers = (key: string) => ({
  authorization: `Bearer ${key}`,
  "service-version": "2",
  "content-type": "application/json",
});

/** Holds the lock that every change needs, as another connection or process would. */
async function holdDatabase({ dir, db }: TestService): Promise<() => Promise<void>> {
  if (inject("postgres")) {
    const trx = await db.startTransaction().execute();
    return () => trx.rollback().execute();
  }
  const other = new Libsql(join(dir, "gatehouse.db"));
  other.exec("BEGIN IMMEDIATE");
  return async () => {
    other.exec("ROLLBACK");
    other.close();
  };
}

describe("startService", () => {
  it("serves on a free port, with demo agents online over real sockets", async () => {
    service = await startTestService({ demo: 3 });
    const answer = await fetch(`${service.origin}/api/tunnel_sessions`, { headers: headers(service.key) });
    const body = (await answer.json()) as { tunnel_sessions: unknown[]; uri: string };
    expect(body.tunnel_sessions).toHaveLength(3);
    expect(body.uri).toBe(`${service.origin}/api/tunnel_sessions`);
  });

  it("answers a request that is under way while it stops, then takes no more", async () => {
    service = await startTestService({ demo: 1 });
    const { origin, key } = service;
    const text = JSON.stringify({ description: "under way" });
    const slow = request(`${origin}/api/api_keys`, {
      method: "POST",
      headers: { ...headers(key), "content-length": text.length, expect: "100-continue" },
    });
    slow.flushHeaders();
    await once(slow, "continue");
    const closed = service.close();
    slow.end(text);
    const [answer] = (await once(slow, "response")) as [
      { statusCode: number; headers: { connection?: string } },
    ];
    expect(answer.statusCode).toBe(201);
    expect(answer.headers.connection).toBe("close");
    await closed;
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow(/fetch failed/);
    service = undefined;
  });

  it("undoes what it began when the port is taken, and says so", async () => {
    service = await startTestService();
    const other = await startTestService();
    const { port } = new URL(service.origin);
    await other.close();
    const config = {
      port: Number(port),
      host: "127.0.0.1",
      data: other.dir,
      demo: 0,
      apiKey: null,
      versionHeader: "Service-Version",
      rateLimit: 0,
      upstream: null,
      upstreamVersionHeader: "Service-Version",
      databaseUrl: null,
      lease: 15,
      trustForwarded: false,
      log: "silent" as const,
    };
    const options = { config, log: pino({ level: "silent" }), consoleDir: "" };
    await expect(startService(options)).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`);
    // The folder is free again.
    const again = await startService({ ...options, config: { ...config, port: 0 } });
    await again.dispose();
  });

  it("answers 503 when somebody else holds the database, and changes nothing", async () => {
    service = await startTestService();
    const release = await holdDatabase(service);
    const create = { method: "POST", headers: headers(service.key), body: '{"description":"late"}' };
    const busy = await fetch(`${service.origin}/api/api_keys`, create);
    expect(busy.status).toBe(503);
    expect(busy.headers.get("retry-after")).toBe("1");
    expect(await busy.json()).toMatchObject({ error_code: "ERR_GATEHOUSE_9006" });
    await release();
    expect((await fetch(`${service.origin}/api/api_keys`, create)).status).toBe(201);
  });
});
