// Cause: a route that converts WebSocket to TCP passed HTTP on to its app. Law: the app gets the bytes of the messages and nothing
// else, its bytes come in binary messages, what ends or breaks off at one end does at the other, and who speaks no WebSocket is
// refused (edge/README.md#the-path-of-a-request).
import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { EDGE, moduleEdge } from "./testing/module-edge.ts";

const t = moduleEdge();
/** An app that sends back what it gets, between brackets. */
const apps: Socket[] = [];
const app = net.createServer({ allowHalfOpen: true }, (socket) => {
  apps.push(socket);
  socket.on("error", () => undefined);
  socket.on("data", (part: Buffer) =>
    socket.write(Buffer.concat([Buffer.from("<"), part, Buffer.from(">")])),
  );
  socket.on("end", () => socket.end("bye"));
});
beforeAll(async () => {
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  const url = `tcp://127.0.0.1:${(app.address() as AddressInfo).port}`;
  await t.gateway.db.updateTable("backends").set({ labels: '{"app":"raw"}' }).execute();
  await t.agent([{ proto: "http", labels: { app: "raw" }, forwards_to: url }]);
});
afterAll(() => void app.close());
beforeEach(async () => {
  apps.length = 0;
  await t.set("websocket_tcp_converter", { enabled: true });
});

const dial = (protocols: string[] = [], headers: Record<string, string> = {}) =>
  new WebSocket(`ws://127.0.0.1:${t.httpPort}/v1/x`, protocols, { headers: { host: EDGE, ...headers } });

async function opened(protocols?: string[]) {
  const socket = dial(protocols);
  let got = "";
  socket.on("message", (data: Buffer, binary) => (got += binary ? data.toString("latin1") : "text!"));
  await once(socket, "open");
  const heard = (text: string) => vi.waitFor(() => expect(got).toBe(text));
  return { socket, heard };
}

/** There is an event that says so. */
const told = (said: object) =>
  vi.waitFor(() =>
    expect(t.events.map(({ gatehouse }) => gatehouse)).toContainEqual(expect.objectContaining(said)),
  );

test("bytes go both ways, whatever message they come in, until the visitor closes", async () => {
  await t.set("response_headers", { add: { "x-frame-options": "DENY" } });
  const socket = dial(["binary", "base64"]);
  const [answer] = (await once(socket, "upgrade")) as [{ headers: Record<string, string> }];
  expect(answer.headers).toMatchObject({ "x-frame-options": "DENY", "sec-websocket-protocol": "binary" });
  socket.close();
  const { socket: visitor, heard } = await opened();
  visitor.send(Buffer.from([0, 255, 10]));
  await heard("<\u0000\u00ff\n>");
  visitor.send("text");
  await heard("<\u0000\u00ff\n><text>");
  t.events.length = 0;
  visitor.close();
  await once(visitor, "close");
  const decisions = ["websocket_tcp_converter", "response_headers"].map((module) =>
    expect.objectContaining({ module }),
  );
  await told({ outcome: "answered", upgrade: "websocket", bytes_in: 25, decisions });
});

test("a long answer comes whole, and the end of the app is the end of the WebSocket", async () => {
  const { socket, heard } = await opened();
  await vi.waitFor(() => expect(apps).toHaveLength(1));
  const text = "x".repeat(3_000_000);
  apps[0]?.end(text);
  const [code] = (await once(socket, "close")) as [number];
  expect(code).toBe(1005);
  await heard(text);
  await told({ outcome: "answered" });
});

test("what breaks off at one end breaks off at the other", async () => {
  const first = await opened();
  await vi.waitFor(() => expect(apps).toHaveLength(1));
  apps[0]?.resetAndDestroy();
  await once(first.socket, "close");
  await told({ outcome: "broken" });
  const second = await opened();
  await vi.waitFor(() => expect(apps).toHaveLength(2));
  const broken = once(apps[1] as Socket, "close");
  second.socket.terminate();
  await broken;
});

test("a message that is too long for the edge’s memory closes the WebSocket", async () => {
  const { socket } = await opened();
  socket.send(Buffer.alloc(1024 * 1024 + 1));
  const [code] = (await once(socket, "close")) as [number];
  expect(code).toBe(1009);
});

test.each<[what: string, headers: Record<string, string>]>([
  ["no upgrade", {}],
  ["another upgrade", { connection: "upgrade", upgrade: "h2c" }],
  ["no key", { connection: "upgrade", upgrade: "websocket", "sec-websocket-version": "13" }],
])("%s is refused, and reaches no app", async (_what, headers) => {
  expect(await t.call("/v1/x", { headers: { host: EDGE, ...headers } })).toMatchObject({ status: 400 });
  await told({ error_code: "ERR_GATEHOUSE_3224", outcome: "refused" });
  for (const socket of apps) expect(socket.bytesRead).toBe(0);
});

test("off, the app is spoken to in HTTP", async () => {
  await t.set("websocket_tcp_converter", { enabled: false });
  const socket = dial();
  socket.on("error", () => undefined);
  await vi.waitFor(() => expect(apps).toHaveLength(1));
  await vi.waitFor(() => expect(apps[0]?.bytesRead).toBeGreaterThan(0));
  socket.terminate();
});
