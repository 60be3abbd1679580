// node:http that sends what it was given: the yardstick of what a service can answer at all. Run as a process of its own.
import { createServer } from "node:http";

/** @type {{ status: number, headers: Record<string, string>, body: Buffer }} */
let answer;
process.on(
  "message",
  (/** @type {{ status: number, headers: Record<string, string>, body: string }} */ given) => {
    answer = { ...given, body: Buffer.from(given.body, "base64") };
    process.send?.("ready");
  },
);
const server = createServer((_, response) => {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.on("disconnect", () => process.exit());
