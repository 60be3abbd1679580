// Sends requests over a few kept connections. `raw` does next to nothing with the answers, so that the server is what is
// measured; `agent` is Node's own client, which costs several times what a bare server does.
import { readFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";

/** @typedef {{ method: string, path: string, headers: Record<string, string>, body?: string }} Request */
/** @typedef {{ perSecond: number, count: number, statuses: Record<string, number> }} Poured */

const END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("\r\n0\r\n\r\n");

/** How long an answer is, in bytes; null as long as that is not known. @param {Buffer} bytes */
function lengthOf(bytes) {
  const head = bytes.indexOf(END);
  if (head === -1) return null;
  const text = bytes.toString("latin1", 0, head);
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (length !== undefined) return head + END.length + Number(length);
  if (/ (204|304) /.test(text.slice(0, 14))) return head + END.length;
  return bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK) ? bytes.length : null;
}

/** @param {string} host @param {Request} request */
function bytesOf(host, { method, path, headers, body = "" }) {
  const all = { host, ...headers, ...(body && { "content-length": String(body.length) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/**
 * Asks over one connection as long as `more` says so, which is told each status.
 * @typedef {(origin: string, next: () => Request, more: (status: string) => boolean) => Promise<unknown>} Asker
 */

/** @type {Asker} */
const raw = (origin, next, more) =>
  new Promise((resolve, reject) => {
    const { host, hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    /** @type {Buffer} */
    let bytes = Buffer.alloc(0);
    const ask = () => socket.write(bytesOf(host, next()));
    socket.setNoDelay(true).on("connect", ask).on("error", reject);
    socket.on("data", (part) => {
      bytes = bytes.length === 0 ? part : Buffer.concat([bytes, part]);
      const length = lengthOf(bytes);
      if (length === null || bytes.length < length) return;
      const status = bytes.toString("latin1", 9, 12);
      bytes = bytes.subarray(length);
      if (more(status)) ask();
      else resolve(socket.destroy());
    });
    socket.on("close", () => reject(new Error("The server closed a connection.")));
  });

/** @type {Asker} */
const agent = async (origin, next, more) => {
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let status = ""; status === "" || more(status);) {
    const { body, ...options } = next();
    status = await new Promise((resolve, reject) => {
      httpRequest(`${origin}${options.path}`, { ...options, agent: kept }, (answer) => {
        answer.resume().on("end", () => resolve(String(answer.statusCode)));
      })
        .on("error", reject)
        .end(body);
    });
  }
  kept.destroy();
};

/** @type {Record<"raw" | "agent", Asker>} */
const CLIENTS = { raw, agent };

/**
 * Asks for `ms` milliseconds over some connections; `next` says each request. Answers how many were answered, and with what
 * statuses.
 * @param {string} origin @param {() => Request} next
 * @param {{ ms: number, connections?: number, client?: "raw" | "agent" }} options @returns {Promise<Poured>}
 */
export async function pour(origin, next, { ms, connections = 10, client = "raw" }) {
  /** @type {Record<string, number>} */
  const statuses = {};
  let count = 0;
  const started = performance.now();
  const more = (/** @type {string} */ status) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    count += 1;
    return performance.now() - started < ms;
  };
  await Promise.all(Array.from({ length: connections }, () => CLIENTS[client](origin, next, more)));
  return { perSecond: (count * 1000) / (performance.now() - started), count, statuses };
}

/** CPU time that a process has used, in milliseconds; 0 where the system does not tell. @param {number} pid */
export function cpuMs(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** The middle one. @param {readonly number[]} values */
export const median = (values) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
