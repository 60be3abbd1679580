// node undici-proxy.mjs PORT: the yardstick of the edge, a plain proxy to an app on this machine.
import { createServer } from "node:http";
import { Pool } from "undici";

const pool = new Pool(`http://127.0.0.1:${process.argv[2]}`, { connections: 2_000 });
const server = createServer({ keepAliveTimeout: 60_000 }, ({ method, url, headers }, response) => {
  const { connection: _, ...rest } = headers;
  /** @type {import("undici").Dispatcher.DispatchController | undefined} */
  let controller;
  response.on("drain", () => controller?.resume());
  pool.dispatch(
    { method: /** @type {"GET"} */ (method), path: url ?? "/", headers: rest },
    {
      onRequestStart: (given) => void (controller = given),
      onResponseStart: (_given, status, answered) => void response.writeHead(status, answered),
      onResponseData: (given, chunk) => {
        if (!response.write(chunk)) given.pause();
      },
      onResponseEnd: () => void response.end(),
      onResponseError: () => void response.destroy(),
    },
  );
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.on("disconnect", () => process.exit());
