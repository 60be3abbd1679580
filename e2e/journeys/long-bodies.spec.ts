import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, test } from "../fixtures/test.ts";

const MB = 1024 * 1024;
const LONG_MB = 1024;
/** What a process may grow by while it passes all of it on: its windows, and what its garbage collector leaves for later. */
const GROWS_MB = 60;

/** Memory of a process that it holds now, in MB. */
async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

// Law: bytes wait at their ends: a body of any length passes both ways at once, whole, in memory that stays as it is.
test("1 GB goes up and comes down through the built programs, and their memory stays flat", async ({
  edgeService,
  publish,
}) => {
  const printed = await publish((asked, response) => void pipeline(asked, response).catch(() => undefined));
  const [, agentPid] = await printed.match(/Agent pid (\d+)/);
  const [, url = ""] = await printed.match(/(http:\/\/\S+localhost:\d+) → /);
  const pass = async (megabytes: number) => {
    const sent = createHash("sha1");
    const got = createHash("sha1");
    const most = { service: 0, agent: 0 };
    async function* chunks() {
      const chunk = Buffer.alloc(MB, "gatehouse");
      for (let i = 0; i < megabytes; i += 1) {
        chunk.writeUInt32BE(i, 0);
        const copy = Buffer.from(chunk);
        sent.update(copy);
        yield copy;
        if (i % 32 !== 31) continue;
        most.service = Math.max(most.service, await memory(edgeService.pid));
        most.agent = Math.max(most.agent, await memory(Number(agentPid)));
      }
    }
    const { host, port: edgePort } = new URL(url);
    const asked = request({ host: "127.0.0.1", port: edgePort, method: "POST", headers: { host } });
    const answered = once(asked, "response") as Promise<[IncomingMessage]>;
    const sending = pipeline(Readable.from(chunks()), asked);
    const [response] = await answered;
    for await (const part of response) got.update(part as Buffer);
    await sending;
    expect(got.digest("hex")).toBe(sent.digest("hex"));
    return most;
  };
  const before = await pass(64);
  const most = await pass(LONG_MB);
  expect(most.service - before.service).toBeLessThan(GROWS_MB);
  expect(most.agent - before.agent).toBeLessThan(GROWS_MB);
});
