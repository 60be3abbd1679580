import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it, vi } from "vitest";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { startService } from "../context.ts";
import { testConfig } from "../testing/test-config.ts";

it("visitors come through the real edge, some are refused, and they leave with the service", async () => {
  // Law: what the traffic pages of a demo show has passed the edge, and nothing of it runs after a stop.
  const data = mkdtempSync(join(tmpdir(), "gatehouse-visitors-"));
  const { origin, admin, demoReady, dispose } = await startService({
    config: testConfig({ data, demo: 3, demoVisitors: 50, edgeHttp: 0, edgeHttps: 0, edgeTcp: "off" }),
    log: pino({ level: "silent" }),
    consoleDir: "",
  });
  const headers = { authorization: `Bearer ${admin.token}`, "service-version": "2" };
  // Cause: they called what an operator created beside, and an own first request was lost among theirs. Law: they visit the demo only.
  const own = await fetch(`${origin}/api/edges/https`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ hostports: ["own.example:443"] }),
  });
  expect(own.status).toBe(201);
  await demoReady;
  await vi.waitFor(
    async () => {
      const answer = await fetch(`${origin}/api/traffic`, { headers });
      const { traffic } = (await answer.json()) as { traffic: TrafficEvent[] };
      const outcomes = traffic.map(({ gatehouse }) => gatehouse?.outcome);
      expect(outcomes).toEqual(expect.arrayContaining(["answered", "refused"]));
      // Cause: SAML metadata without a certificate, and a provider that does not exist, answered everybody with 503. Law: each
      // login of the demo acts.
      const said = traffic.map(({ object }) => {
        const http = "http" in object ? object.http : null;
        return [http?.request?.url?.host, http?.response?.status_code].join(" ");
      });
      expect(said).toEqual(
        expect.arrayContaining(["people.northwind.example 401", "partners.northwind.example 401"]),
      );
      expect(said.join()).not.toMatch(/(people|partners|ops)\.northwind\.example 503/);
      // Cause: visitors sent plain requests to what takes WebSockets only, and all of them failed. Law: they speak what a site speaks.
      expect(said).toContain("docks.northwind.example 101");
      expect(said.join()).not.toMatch(/docks\.northwind\.example [^1]/);
      expect(said.join()).not.toContain("own.example");
      expect(traffic.every(({ object }) => object.conn?.client_ip?.startsWith("127.0.0."))).toBe(true);
    },
    { interval: 100 },
  );
  await dispose();
  rmSync(data, { recursive: true });
});
