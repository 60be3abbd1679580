import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import http2 from "node:http2";
import { type Duplex, Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { connect } from "node:tls";
import { expect, test } from "../fixtures/test.ts";

const MB = 1024 * 1024;
/** What a process may grow by while it passes all of it on: its windows, and what its garbage collector leaves for later. */
const GROWS_MB = 60;

/** Memory of a process that it holds now, in MB. */
async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** A POST: what is written is its body, and what is read its answer. */
type Posted = { asked: Writable; answered: () => Promise<Readable>; done: () => void };

function overHttp1({ host, port }: URL): Posted {
  const asked = request({ host: "127.0.0.1", port, method: "POST", headers: { host } });
  const answer = once(asked, "response") as Promise<[Readable]>;
  return { asked, answered: async () => (await answer)[0], done: () => undefined };
}

function overHttp2({ origin, hostname, port }: URL): Posted {
  // Whether its certificate is trusted is another test's question.
  const options = { host: "127.0.0.1", port: Number(port), servername: hostname, rejectUnauthorized: false };
  const session = http2.connect(origin, {
    createConnection: () => connect({ ...options, ALPNProtocols: ["h2"] }),
  });
  const stream: Duplex = session.request({ ":method": "POST" });
  const answer = once(stream, "response");
  return { asked: stream, answered: () => answer.then(() => stream), done: () => session.close() };
}

// Cause: over HTTP/2 each pause copied all that waited: 1 GB took 1.3 GB of memory. Law: bytes wait at their ends: a body of any
// length passes both ways at once, whole, in memory that stays as it is.
for (const [name, post, longMb, scheme] of [
  ["1 GB goes up and comes down through the built programs", overHttp1, 1024, "http"],
  ["256 MB over HTTP/2 and TLS do", overHttp2, 256, "https"],
] as const) {
  test(`${name}, and their memory stays flat`, async ({ edgeService, publish }) => {
    const printed = await publish((asked, response) => void pipeline(asked, response).catch(() => undefined));
    const [, agentPid] = await printed.match(/Agent pid (\d+)/);
    const [, url = ""] = await printed.match(new RegExp(`(${scheme}://\\S+localhost:\\d+) → `));
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
      const { asked, answered, done } = post(new URL(url));
      const sending = pipeline(Readable.from(chunks()), asked, { end: true });
      for await (const part of await answered()) got.update(part as Buffer);
      await sending;
      done();
      expect(got.digest("hex")).toBe(sent.digest("hex"));
      return most;
    };
    const before = await pass(64);
    const most = await pass(longMb);
    expect(most.service - before.service).toBeLessThan(GROWS_MB);
    expect(most.agent - before.agent).toBeLessThan(GROWS_MB);
  });
}
