import { once } from "node:events";
import http2 from "node:http2";
import net, { type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { serveLink } from "./link-server.ts";

test("a link on which nothing comes any more is given up, and one that is pinged is not", async () => {
  // Cause: a machine that is gone closes nothing, and its streams stayed. Law: who leaves is heard on the other side.
  const ended = new Promise<number>((resolve) => {
    const server = net.createServer((socket) => {
      server.close();
      const begun = performance.now();
      void serveLink(socket, () => undefined, 200).closed.then(() => resolve(performance.now() - begun));
    });
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      const session = http2.connect(`http://127.0.0.1:${port}`);
      session.on("error", () => undefined);
      const pings = setInterval(() => session.destroyed || session.ping(() => undefined), 50);
      setTimeout(() => clearInterval(pings), 500);
      void once(session, "close");
    });
  });
  expect(await ended).toBeGreaterThan(600);
});
