import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { signRelease, newSigningKey } from "./signature.ts";
import { download } from "./download.ts";

const release = signRelease(Buffer.from("bundle"), { version: "1.1.0", notes: "" }, newSigningKey());
let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/base/agent`;
}

async function all(url: string, timeoutMs = 10_000): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of download({ url, authtoken: "gha_x", release, timeoutMs })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test("asks the origin it is connected to, and waits for a service that is busy", async () => {
  const asked: unknown[] = [];
  const url = await serve(({ url: path, headers }, answer) => {
    asked.push([path, headers.authorization]);
    if (asked.length === 1) answer.writeHead(429, { "Retry-After": "0.1" }).end("{}");
    else answer.end("bundle");
  });
  expect(await all(url)).toBe("bundle");
  expect(asked).toEqual([1, 2].map(() => ["/base/agent/releases/1.1.0", "Bearer gha_x"]));
});

test("its authtoken goes nowhere else", async () => {
  const seen: unknown[] = [];
  const other = await serve((request, answer) => {
    seen.push(request.headers);
    answer.end("bundle");
  });
  const url = await serve((_, answer) =>
    answer.writeHead(302, { location: other.replace("ws", "http") }).end(),
  );
  await expect(all(url)).rejects.toThrow(/broke off/);
  expect(seen).toEqual([]);
});

test("ends in time when nothing comes, or nothing more, or never anything but busy", async () => {
  const silent = await serve(() => undefined);
  const halfway = await serve((_, answer) => answer.write("bun"));
  const busy = await serve((_, answer) => answer.writeHead(503, { "Retry-After": "30" }).end());
  for (const url of [silent, halfway, busy])
    await expect(all(url, 1_000)).rejects.toThrow("The download took longer than 1 s.");
});
