// Sends requests over a few kept connections and does next to nothing with the answers, so that the server is what is measured.
import { readFileSync } from "node:fs";
import { connect } from "node:net";

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

/**
 * Asks for `ms` milliseconds over some connections; `next` writes each request. Answers how many were answered, and with what
 * statuses.
 * @param {string} origin @param {() => string} next @param {{ ms: number, connections?: number }} options
 */
export async function pour(origin, next, { ms, connections = 10 }) {
  const { hostname, port } = new URL(origin);
  /** @type {Record<string, number>} */
  const statuses = {};
  let count = 0;
  const started = performance.now();
  const one = () =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let bytes = Buffer.alloc(0);
      const ask = () => socket.write(next());
      socket.setNoDelay(true).on("connect", ask).on("error", reject);
      socket.on("data", (part) => {
        bytes = bytes.length === 0 ? part : Buffer.concat([bytes, part]);
        const length = lengthOf(bytes);
        if (length === null || bytes.length < length) return;
        const status = bytes.toString("latin1", 9, 12);
        statuses[status] = (statuses[status] ?? 0) + 1;
        bytes = bytes.subarray(length);
        count += 1;
        if (performance.now() - started < ms) ask();
        else resolve(socket.destroy());
      });
      socket.on("close", () => reject(new Error("The server closed a connection.")));
    });
  await Promise.all(Array.from({ length: connections }, one));
  return { perSecond: (count * 1000) / (performance.now() - started), count, statuses };
}

/** A request as it is sent. @param {string} method @param {string} path @param {Record<string, string>} headers @param {string} [body] */
export function request(method, path, headers, body) {
  const all = { host: "127.0.0.1", ...headers, ...(body && { "content-length": String(body.length) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
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
