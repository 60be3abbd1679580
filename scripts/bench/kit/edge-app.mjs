// The app behind an agent: a few bytes, a file of so many megabytes at /file/N, a byte and silence at /idle.
import { createServer } from "node:http";
import { pipeline, Readable } from "node:stream";

const MB = Buffer.alloc(1024 * 1024, "x");
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const megabytes = Number(/^\/file\/(\d+)$/.exec(request.url ?? "")?.[1] ?? 0);
  if (request.url === "/idle") response.writeHead(200).write("x");
  else if (megabytes === 0) response.writeHead(200, { "content-length": "5" }).end("hello");
  else {
    response.writeHead(200, { "content-length": String(megabytes * MB.length) });
    pipeline(Readable.from(Array.from({ length: megabytes }, () => MB)), response, () => undefined);
  }
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.on("disconnect", () => process.exit());
