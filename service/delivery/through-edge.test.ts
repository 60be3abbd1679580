import { once } from "node:events";
import { get } from "node:https";
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type RunningService, startService } from "../context.ts";
import { testConfig } from "../testing/test-config.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../testing/webhook-receiver.ts";

const TYPE = "http_request_complete.v0";
let dir: string;
let service: RunningService;
let hook: WebhookReceiver;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "gatehouse-chosen-"));
  hook = await startWebhookReceiver();
  service = await startService({
    config: testConfig({ data: dir, edgeTcp: "off", privateDestinations: true }),
    log: pino({ level: "silent" }),
    consoleDir: join(dir, "none"),
  });
});
afterEach(async () => {
  await service.dispose();
  hook.close();
  await rm(dir, { recursive: true, force: true });
});

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${service.origin}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.admin.token}`,
      "service-version": "2",
      "content-type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect([answer.ok, text]).toEqual([true, text]);
  return JSON.parse(text) as T;
}

async function visit(host: string, path: string): Promise<number> {
  type List = { endpoints: { public_url: string }[] };
  const { endpoints } = await call<List>("GET", "/endpoints");
  const url = new URL(endpoints.find(({ public_url }) => new URL(public_url).hostname === host)!.public_url);
  const { port, host: named } = url;
  const asked = get({
    host: "127.0.0.1",
    port,
    path,
    servername: host,
    headers: { host: named, "user-agent": "curl/8.5.0" },
    rejectUnauthorized: false,
    agent: false,
  });
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

test("a request through the edge is sent with the chosen fields, another one by a filter is not, and a change is seen at once", async () => {
  for (const host of ["shop.example", "wiki.example"])
    await call("POST", "/edges/https", { hostports: [`${host}:443`] });
  const target = { webhook: { url: hook.url, secret: hook.secret } };
  const { id: destination } = await call<{ id: string }>("POST", "/event_destinations", { target });
  const fields = ["http.request.url.path", "http.response.status_code", "conn.server_name"];
  const sources = [{ type: TYPE, filter: "ev.conn.server_name == 'shop.example'", fields }];
  const { id } = await call<{ id: string }>("POST", "/event_subscriptions", {
    sources,
    destination_ids: [destination],
  });
  const status = await visit("wiki.example", "/secret");
  await visit("shop.example", "/orders");
  await vi.waitFor(() => expect(hook.received).toHaveLength(1));
  const [{ event, valid } = { event: null, valid: false }] = hook.received;
  expect(valid).toBe(true);
  expect(event).toEqual({
    event_id: expect.stringMatching(/^ev_/),
    event_type: TYPE,
    event_timestamp: expect.stringMatching(/^2/),
    account_id: expect.stringMatching(/^ac_/),
    principal: null,
    object: {
      conn: { server_name: "shop.example" },
      http: { request: { url: { path: "/orders" } }, response: { status_code: status } },
    },
  });
  await call("PATCH", `/event_subscriptions/${id}/sources/${TYPE}`, {
    filter: "ev.conn.server_name == 'wiki.example'",
    fields: ["http.request.user_agent"],
  });
  await visit("shop.example", "/orders");
  await visit("wiki.example", "/secret");
  await vi.waitFor(() => expect(hook.received).toHaveLength(2));
  expect(hook.received[1]?.event.object).toEqual({ http: { request: { user_agent: "curl/8.5.0" } } });
});
