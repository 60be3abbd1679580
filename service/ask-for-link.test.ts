// Cause: a new link needed a restart. Law: --link asks the service that runs, and gives the admin's key to no other program.
import { createServer } from "node:http";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startTestService, type TestService } from "#testing/service.ts";
import { askForLink } from "./ask-for-link.ts";
import { lockFolder, writeHolder } from "./store/folder-lock.ts";
import { testConfig } from "./testing/test-config.ts";

let dir: string;
let service: TestService | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-link-"));
});
afterEach(async () => {
  await service?.close();
  service = undefined;
  rmSync(dir, { recursive: true, force: true });
});

const ask = (data = dir) => askForLink(testConfig({ data }));

it("is a link of the running service that signs in once, without its key", async () => {
  service = await startTestService();
  for (const link of [await ask(service.dir), service.link()]) {
    const { origin, pathname, hash } = new URL(link);
    expect([origin, pathname]).toEqual([service.origin, "/connect"]);
    expect(link).not.toContain(service.key);
    const exchange = () =>
      fetch(`${origin}/api/sign_in_codes/exchange`, {
        method: "POST",
        headers: { "content-type": "application/json", "service-version": "2" },
        body: JSON.stringify({ code: new URLSearchParams(hash.slice(1)).get("code") }),
      });
    expect(await (await exchange()).json()).toEqual({ api_key: service.key });
    expect((await exchange()).status).toBe(410);
  }
});

it("says that no service runs on the folder, also one that was killed, and sends the key nowhere", async () => {
  const asked: string[] = [];
  const other = createServer((request, answer) => {
    asked.push(request.headers.authorization ?? "");
    answer.end("{}");
  }).listen(0, "127.0.0.1");
  await once(other, "listening");
  await expect(ask()).rejects.toThrow(/No service is running on the data folder .*npm start.*--data/);
  lockFolder(dir).release();
  writeFileSync(join(dir, "admin.key"), "gh2_admin\n");
  writeHolder(dir, `http://127.0.0.1:${(other.address() as AddressInfo).port}`);
  await expect(ask()).rejects.toThrow(/No service is running/);
  expect(asked).toEqual([]);
  other.close();
});

it("says that the service is starting, gone silent, or refuses", async () => {
  const { release } = lockFolder(dir);
  await expect(ask()).rejects.toThrow(/still starting/);
  writeHolder(dir, "http://127.0.0.1:1");
  await expect(ask()).rejects.toThrow(/doesn’t answer/);
  release();
  service = await startTestService();
  writeFileSync(join(service.dir, "admin.key"), "gh2_deleted\n");
  await expect(ask(service.dir)).rejects.toThrow(/created no link\. No API key has this token/);
});

it("says that a console before another service has none", async () => {
  const config = testConfig({ upstream: "https://api.example" });
  await expect(askForLink(config)).rejects.toThrow(/--upstream.*paste a key/);
});
