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

const exchange = (link: string) =>
  fetch(`${new URL(link).origin}/api/sign_in_codes/exchange`, {
    method: "POST",
    headers: { "content-type": "application/json", "service-version": "2" },
    body: JSON.stringify({ code: new URLSearchParams(new URL(link).hash.slice(1)).get("code") }),
  });

it("is a link of the running service that signs in once, without its key", async () => {
  service = await startTestService();
  for (const link of [await ask(service.dir), service.link()]) {
    const { origin, pathname } = new URL(link);
    expect([origin, pathname]).toEqual([service.origin, "/connect"]);
    expect(link).not.toContain(service.key);
    expect(await (await exchange(link)).json()).toEqual({ api_key: service.key });
    expect((await exchange(link)).status).toBe(410);
  }
});

// Cause: after its key was rotated and deleted, --link could not sign in, and its advice needed a signed-in console. Law: what is
// said of admin.key stays true: a service that runs replaces a deleted key there, as a start does.
it("goes on once the key in admin.key was deleted", async () => {
  service = await startTestService();
  const call = async (path: string, key: string, method: string) =>
    fetch(`${service!.origin}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "service-version": "2" },
      ...(method === "POST" ? { body: "{}" } : {}),
    });
  const rotated = (await (await call("/api_keys", service.key, "POST")).json()) as { token: string };
  const { keys } = (await (await call("/api_keys", service.key, "GET")).json()) as {
    keys: { id: string; description: string }[];
  };
  const own = keys.find(({ id }) => service!.key.includes(id.slice(3)))!;
  // What a rotation copies is no claim about the file.
  expect(own.description).not.toMatch(/admin\.key|folder/);
  expect((await call(`/api_keys/${own.id}`, rotated.token, "DELETE")).status).toBe(204);
  for (const link of [await ask(service.dir), service.link()]) {
    const { api_key: key } = (await (await exchange(link)).json()) as { api_key: string };
    expect((await call("/api_keys", key, "GET")).status).toBe(200);
  }
  expect((await call("/api_keys", service.key, "GET")).status).toBe(401);
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
  await expect(ask(service.dir)).rejects.toThrow(
    /doesn’t know the key in .*admin\.key\. Restart the service/,
  );
});

it("says that a console before another service has none", async () => {
  const config = testConfig({ upstream: "https://api.example" });
  await expect(askForLink(config)).rejects.toThrow(/--upstream.*paste a key/);
});
