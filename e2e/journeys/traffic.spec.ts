import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { call } from "../fixtures/api.ts";
import { connect } from "../fixtures/console.ts";
import { endProcess, linesOf, startAgent } from "../fixtures/process.ts";
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
  const { port } = app.address() as AddressInfo;
  const agent = startAgent(service.origin, body.token, "--tunnel", `http:127.0.0.1:${port}`);
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
