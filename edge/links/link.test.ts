// Cause: who paused after a part of what had come gave the rest back and read all of it again, each time: 1 GB over HTTP/2 took
// 1.3 GB of memory. Law: what passes is copied once, however slowly its reader takes it (edge/README.md#the-path-of-a-request).
import { once } from "node:events";
import net from "node:net";
import { expect, test, vi } from "vitest";
import { startTestEdge } from "../testing/test-edge.ts";

const LONG = 400_000;

test("of what waits, a reader is given a part at a time, and all of it in the end", async () => {
  const app = net
    .createServer((socket) => socket.end(Buffer.alloc(LONG, "gatehouse")))
    .listen(0, "127.0.0.1");
  await once(app, "listening");
  const { port } = app.address() as net.AddressInfo;
  const t = await startTestEdge();
  const { welcome } = await t.agent([{ proto: "http", forwards_to: `http://127.0.0.1:${port}` }]);
  const stream = await t.links.open(welcome.session_id, welcome.tunnels[0]!.id);
  stream.on("readable", () => undefined);
  await vi.waitFor(() => expect(stream.readableLength).toBe(LONG));
  const parts: Buffer[] = [];
  for (let part = stream.read() as Buffer | null; part; part = stream.read() as Buffer | null) {
    expect(part.length).toBeLessThanOrEqual(65_536);
    // As undici does with what it has not passed on yet.
    const taken = part.subarray(0, 50_000);
    parts.push(taken);
    if (part.length > taken.length) stream.unshift(part.subarray(taken.length));
  }
  expect(Buffer.concat(parts).equals(Buffer.alloc(LONG, "gatehouse"))).toBe(true);
  stream.destroy();
  app.close();
  await t.dispose();
});
