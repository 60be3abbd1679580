import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { readClientHello } from "./client-hello.ts";

let hello: Buffer;
beforeAll(async () => {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  const client = tls.connect({ port, host: "127.0.0.1", servername: "Shop.Example" });
  client.on("error", () => undefined);
  const [socket] = (await once(server, "connection")) as [net.Socket];
  [hello] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  server.close();
});

/** The same handshake in records of so many bytes. */
function inRecords(bytes: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 5; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    parts.push(Buffer.from([22, 3, 1, part.length >> 8, part.length & 255]), part);
  }
  return Buffer.concat(parts);
}

test("the name of a real client, in one record or in many", () => {
  expect(readClientHello(hello)).toEqual({ serverName: "shop.example" });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), (size) => {
      expect(readClientHello(inRecords(hello, size))).toEqual({ serverName: "shop.example" });
    }),
  );
});

test("a part of it is never an answer", () => {
  for (let length = 0; length < hello.length; length += 1)
    expect(readClientHello(hello.subarray(0, length))).toBe("more");
});

test("other bytes never throw and never name a server", () => {
  expect(readClientHello(Buffer.from("GET / HTTP/1.1\r\n"))).toBe("notTls");
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), (noise, at) => {
      const broken = Buffer.from(hello);
      const from = 5 + (at % (broken.length - 5));
      broken.set(noise.subarray(0, broken.length - from), from);
      expect(() => readClientHello(broken)).not.toThrow();
      expect(() => readClientHello(Buffer.from(noise))).not.toThrow();
    }),
  );
});
