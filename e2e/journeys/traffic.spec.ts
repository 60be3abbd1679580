import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { call } from "../fixtures/api.ts";
import { connect } from "../fixtures/console.ts";
import { endProcess, linesOf } from "../fixtures/process.ts";
import { removeData, startService } from "../fixtures/service.ts";
import { expect, test } from "../fixtures/test.ts";

test("a new account, one agent, and its URL answers in a browser from an app on this machine", async ({
  page,
}) => {
  const service = await startService({ demo: 0, edge: true });
  const app = createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<h1>Hello ${request.headers.host}</h1>`);
  }).listen(0, "127.0.0.1");
  await once(app, "listening");
  const { body } = await call<{ token: string }>(service, "POST /credentials", {});
  const agent = spawn(
    process.execPath,
    [
      join(import.meta.dirname, "../../dist/node/agent.js"),
      "--url",
      service.origin,
      "--tunnel",
      `http:127.0.0.1:${(app.address() as AddressInfo).port}`,
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, GATEHOUSE_AUTHTOKEN: body.token } },
  );
  try {
    const lines = linesOf(agent);
    const [, url = ""] = await lines.match(/(http:\/\/\S+localhost:\d+) → /);
    await page.goto(url);
    await expect(page.getByRole("heading", { name: `Hello ${new URL(url).host}` })).toBeVisible();
    await connect(page, service);
    await page.goto(`${service.origin}/endpoints`);
    await expect(page.getByRole("link", { name: new URL(url).hostname }).first()).toBeVisible();
  } finally {
    await endProcess(agent);
    app.closeAllConnections();
    app.close();
    await service.end();
    await removeData(service.data);
  }
});
