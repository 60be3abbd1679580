import { createHash } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import net from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { HOST, startTestEdge, type TestEdge } from "./testing/test-edge.ts";

let t: TestEdge;
beforeEach(async () => {
  t = await startTestEdge();
  await t.agent([{ proto: "http", forwards_to: t.appUrl, hostname: HOST }]);
});
afterEach(() => t.dispose());

const MB = 1024 * 1024;

function open(path: string, method = "GET", headers: Record<string, string> = {}) {
  return request({ host: "127.0.0.1", port: t.httpPort, path, method, headers: { host: HOST, ...headers } });
}

// Law: bytes wait at their ends, not in the edge: memory is that of the windows, however long a body is.
/** Crossed over each MB costs the time of three. */
const LONG_MB = inject("postgres") === undefined ? 96 : 72;
/** The windows of every connection on the way, both ways, and what waits at visitor and app, which are in this process too. */
const HELD_MAX_MB = 16;

test("a long body goes up and comes down whole, and little of it is in memory", async () => {
  t.answer((asked, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream" });
    asked.pipe(response);
  });
  const sent = createHash("sha256");
  const got = createHash("sha256");
  const asked = open("/", "POST");
  const answered = once(asked, "response");
  const chunk = Buffer.alloc(MB, "abcdefgh");
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const held = (): number => {
    // The first one's freed buffers are swept beside the program; the second waits for that.
    collect();
    collect();
    return process.memoryUsage().arrayBuffers / MB;
  };
  const before = held();
  let most = 0;
  for (let i = 0; i < LONG_MB; i += 1) {
    if (i % 16 === 15) most = Math.max(most, held() - before);
    chunk.writeUInt32BE(i, 0);
    sent.update(chunk);
    if (!asked.write(Buffer.from(chunk)) && i === 0) {
      const [response] = (await answered) as [IncomingMessage];
      response.on("data", (part: Buffer) => got.update(part));
    } else if (asked.writableNeedDrain) await once(asked, "drain");
  }
  asked.end();
  const [response] = (await answered) as [IncomingMessage];
  if (!response.readableEnded) await once(response, "end");
  expect(got.digest("hex")).toBe(sent.digest("hex"));
  expect(most).toBeLessThan(HELD_MAX_MB);
});

test("an answer that nobody reads is not taken from the app", async () => {
  let written = 0;
  t.answer((_asked, response) => {
    const more = (): void => {
      while (response.write(Buffer.alloc(64 * 1024))) written += 64 * 1024;
      written += 64 * 1024;
      response.once("drain", more);
    };
    more();
  });
  const socket = net.connect(t.httpPort, "127.0.0.1");
  socket.pause();
  socket.write(`GET / HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
  await vi.waitFor(() => expect(written).toBeGreaterThan(0));
  // What it takes until every window is full, then nothing more.
  let before = -1;
  await vi.waitFor(
    () => {
      const still = written === before;
      before = written;
      expect(still).toBe(true);
    },
    { interval: 300 },
  );
  expect(written).toBeLessThan(32 * MB);
  socket.destroy();
});

test("a body that the app does not read is not taken from the visitor", async () => {
  t.answer(() => undefined);
  const asked = open("/", "POST");
  asked.on("error", () => undefined);
  let taken = 0;
  while (asked.write(Buffer.alloc(64 * 1024)) || taken < 64 * MB) {
    taken += 64 * 1024;
    if (!asked.writableNeedDrain) continue;
    const drained = await Promise.race([
      once(asked, "drain").then(() => true),
      new Promise((r) => setTimeout(r, 500)),
    ]);
    if (drained !== true) break;
  }
  expect(taken).toBeLessThan(32 * MB);
  asked.destroy();
});

test("an answer before the body's end is heard, and the connection goes on", async () => {
  t.answer((_asked, response) => response.writeHead(413, { "content-length": "3" }).end("big"));
  const asked = open("/", "POST", { "content-length": String(8 * MB) });
  asked.on("error", () => undefined);
  asked.write(Buffer.alloc(MB));
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(413);
  asked.destroy();
});

test("a visitor who leaves in the middle of a body is seen to leave by the app", async () => {
  let left = false;
  t.answer((asked) => {
    asked.resume();
    asked
      .on("error", () => undefined)
      .on("close", () => {
        left = !asked.complete;
      });
  });
  const asked = open("/", "POST", { "content-length": String(8 * MB) });
  asked.on("error", () => undefined);
  asked.write(Buffer.alloc(MB));
  await new Promise((resolve) => setTimeout(resolve, 100));
  asked.destroy();
  await vi.waitFor(() => expect(left).toBe(true));
});

test("an app that breaks off its answer breaks off the visitor's", async () => {
  t.answer((_asked, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("half");
    setTimeout(() => response.destroy(), 50);
  });
  const asked = open("/");
  asked.end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const broken = once(response, "error");
  response.resume();
  expect(String(await broken)).toMatch(/aborted|reset/i);
});

// Cause: a visitor whose answer, or bytes, have no other end than the connection's saw a good one. Law: what breaks off never looks whole.
test.each([
  ["HTTP/1.0", ""],
  ["an upgrade that the app refuses", "Connection: Upgrade\r\nUpgrade: talk\r\n"],
  ["an upgrade that it agrees to", "Connection: Upgrade\r\nUpgrade: agreed\r\n"],
])("an app that breaks off is seen to by a visitor of %s", async (_what, more) => {
  const app = net.createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (head: Buffer) => {
      const told = head.includes("agreed") ? "101 Yes\r\nConnection: Upgrade\r\nUpgrade: agreed" : "401 No";
      socket.write(`HTTP/1.1 ${told}\r\n\r\nhalf`);
      setTimeout(() => socket.resetAndDestroy(), 100);
    });
  });
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  const { port } = app.address() as net.AddressInfo;
  await t.agent([{ proto: "http", forwards_to: `http://127.0.0.1:${port}`, hostname: "raw.example" }]);
  const socket = net.connect(t.httpPort, "127.0.0.1");
  let got = "";
  socket.on("data", (chunk: Buffer) => (got += chunk.toString("latin1")));
  socket.write(`GET / HTTP/1.${more === "" ? 0 : 1}\r\nHost: raw.example\r\n${more}\r\n`);
  await expect(once(socket, "end")).rejects.toThrow(/ECONNRESET/);
  expect(got).toContain("half");
  app.close();
});

// Cause: a stream that was reset, or whose link broke, ended like a whole one. Law: what breaks off on the way is broken off at the
// visitor, also where nothing but the end says that it is whole, and its event says so.
test.each(["the app resets", "loses its agent"])(
  "an answer without a length that %s is not whole",
  async (how) => {
    const sockets: net.Socket[] = [];
    const app = net.createServer((socket) => {
      sockets.push(socket.on("error", () => undefined));
      socket.on("data", (head: Buffer) => {
        const told = /upgrade: talk/i.test(head.toString())
          ? "101 Talk\r\nConnection: Upgrade\r\nUpgrade: talk"
          : "200 OK";
        socket.write(`HTTP/1.1 ${told}\r\n\r\nhalf`);
      });
    });
    app.listen(0, "127.0.0.1");
    await once(app, "listening");
    const forwards_to = `http://127.0.0.1:${(app.address() as net.AddressInfo).port}`;
    const { session } = await t.agent([{ proto: "http", forwards_to, hostname: "raw.example" }], {
      drainMs: 0,
    });
    const headers = { host: "raw.example" };
    const [answer] = (await once(open("/", "GET", headers).end(), "response")) as [IncomingMessage];
    const broken = once(answer.resume(), "error");
    const talk = open("/", "GET", { ...headers, connection: "Upgrade", upgrade: "talk" }).end();
    const [, talking] = (await once(talk, "upgrade")) as [IncomingMessage, net.Socket];
    const closed = new Promise((resolve) =>
      talking
        .on("error", () => undefined)
        .resume()
        .once("close", resolve),
    );
    if (how === "the app resets") for (const socket of sockets) socket.resetAndDestroy();
    else await session.close();
    expect(String(await broken)).toMatch(/aborted|reset/i);
    await closed;
    const outcomes = () => t.events.map(({ gatehouse }) => gatehouse?.outcome);
    await vi.waitFor(() => expect(outcomes()).toEqual(["broken", "broken"]));
    app.close();
  },
);

test("100 Continue is said when it is known where the body goes, and not for an unknown host", async () => {
  t.answer((asked, response) => asked.resume().on("end", () => response.end("done")));
  const known = open("/", "PUT", { expect: "100-continue", "content-length": "5" });
  known.flushHeaders();
  await once(known, "continue");
  known.end("hello");
  const [response] = (await once(known, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.resume();
  const unknown = open("/", "PUT", { expect: "100-continue", "content-length": "5", host: "other.example" });
  let continued = false;
  unknown.on("continue", () => {
    continued = true;
  });
  unknown.flushHeaders();
  const [refused] = (await once(unknown, "response")) as [IncomingMessage];
  expect([refused.statusCode, continued]).toEqual([404, false]);
  unknown.destroy();
});

test("an answer has every byte as it was, with a length and without", async () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
  t.answer((asked, response) => {
    response.writeHead(200, asked.url === "/known" ? { "content-length": bytes.length } : {});
    response.write(bytes);
    response.end();
  });
  for (const path of ["/known", "/unknown"]) {
    const asked = open(path);
    asked.end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    expect(Buffer.concat(await response.toArray())).toEqual(bytes);
  }
});

test("HEAD has the headers and no body", async () => {
  t.answer((_asked, response) => response.writeHead(200, { "content-length": "1234" }).end());
  expect(await t.call("/", { method: "HEAD" })).toMatchObject({
    status: 200,
    headers: { "content-length": "1234" },
    body: "",
  });
});

test("a connection that the app closed while it was kept costs no request", async () => {
  t.app.keepAliveTimeout = 50;
  t.answer((_asked, response) => response.end("ok"));
  for (let i = 0; i < 5; i += 1) {
    expect(await t.call("/")).toMatchObject({ status: 200 });
    await new Promise((resolve) => setTimeout(resolve, 40 + i * 20));
  }
});
