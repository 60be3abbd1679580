import { type IncomingMessage, request as httpRequest } from "node:http";
import type { Duplex } from "node:stream";
import { withHeaderRules } from "#edge/modules/header-rules.ts";
import { withOutboundPolicies } from "#edge/modules/policies/outbound.ts";
import type { LiveTunnel } from "./account.ts";
import type { Trail } from "./events/trail.ts";
import { headText } from "./head-text.ts";
import { type Headers, responseHeaders } from "./headers.ts";
import type { ForwardServices } from "./forward.ts";
import { type Forwarded, instead, type Instead, unreached } from "./forwarded.ts";
import { StreamRefused } from "./links/link.ts";
import { wasGone } from "./links/why-unreached.ts";
import { cutOff, splice } from "./splice.ts";

export type Upgrading = {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  tunnels: readonly LiveTunnel[];
  path: string;
  headers: Headers;
  answerMs: number;
  /** Bytes of an answer's headers. */
  headersMax: number;
  trail: Trail;
};

/** How visitor and app speak with each other, once a stream to the app is open. */
export type Converse = (upgrading: Upgrading, stream: Duplex) => Promise<Forwarded>;

/** Passes an upgrade (WebSocket and others) on to one of the tunnels, the next one where one can't be reached. */
export async function upgrade(
  upgrading: Upgrading,
  { upstreams, chooser }: ForwardServices,
  speak: Converse,
): Promise<Forwarded> {
  let gone = true;
  for (const tunnel of chooser.order(upgrading.tunnels)) {
    const done = chooser.busy(tunnel.id);
    const { trail } = upgrading;
    trail.tunnel = tunnel;
    trail.sending();
    try {
      const stream = await upstreams.open(tunnel);
      trail.marks.connected = performance.now();
      return await speak(upgrading, stream);
    } catch (error) {
      gone = wasGone(error, trail) && gone;
      if (!(error instanceof StreamRefused)) return { outcome: "refused", refusal: "upstreamBroke" };
    } finally {
      done();
    }
  }
  return unreached(gone);
}

/** After the app's 101 both talk to each other in bytes. */
export const converse: Converse = (upgrading, stream) => {
  const { request, socket, head, path, headers, answerMs, headersMax, trail } = upgrading;
  return new Promise((resolve) => {
    const asked = httpRequest({
      createConnection: () => stream,
      method: request.method,
      path,
      headers: { ...headers, connection: "Upgrade", upgrade: request.headers.upgrade },
      maxHeaderSize: headersMax,
    });
    asked.maxHeadersCount = 0;
    let begun = false;
    const leave = (): void => {
      clearTimeout(late);
      stream.destroy();
      socket.destroy();
      resolve({ outcome: "left" });
    };
    const late = setTimeout(() => {
      stays();
      resolve({ outcome: "refused", refusal: "upstreamSlow" });
      asked.destroy();
    }, answerMs);
    const stays = whileWaiting(socket, head, leave);
    asked.once("upgrade", (answer, _upstream: Duplex, first: Buffer) => {
      begun = true;
      clearTimeout(late);
      const early = stays();
      const own = { connection: "Upgrade", upgrade: answer.headers.upgrade ?? "" };
      const told = headOf(answer, own, trail);
      if (typeof told !== "string") {
        stream.destroy();
        return resolve(told);
      }
      socket.write(told);
      upgraded({ ...upgrading, head: early }, answer.headers.upgrade ?? "");
      if (first.length > 0) socket.write(first);
      if (early.length > 0) stream.write(early);
      void splice(socket, stream).then((whole) => resolve({ outcome: whole ? "answered" : "broken" }));
    });
    // The app does not want to: its answer is the visitor's.
    asked.once("response", (answer) => {
      begun = true;
      clearTimeout(late);
      const told = headOf(answer, { connection: "close" }, trail);
      if (typeof told !== "string") {
        stays();
        stream.destroy();
        return resolve(told);
      }
      socket.write(told);
      answer.on("data", (chunk: Buffer) => trail.out.pass(chunk));
      answer.pipe(socket);
      answer.once("close", () => resolve({ outcome: answer.complete ? "answered" : "broken" }));
    });
    asked.on("error", () => {
      clearTimeout(late);
      stays();
      if (begun) cutOff(socket);
      else resolve({ outcome: "refused", refusal: "upstreamBroke" });
    });
    asked.end();
  });
};

/** What a visitor may send before the app has answered, in bytes; then it waits. */
const EARLY_MAX = 65_536;

/** Hears that a visitor leaves while the app is waited for, which nobody does who does not read. Answers what ends that: it gives what came meanwhile. */
function whileWaiting(socket: Duplex, head: Buffer, leave: () => void): () => Buffer {
  const early = [head];
  let bytes = head.length;
  const keep = (chunk: Buffer): void => {
    early.push(chunk);
    bytes += chunk.length;
    if (bytes > EARLY_MAX) socket.pause();
  };
  socket.on("data", keep).once("end", leave).once("close", leave);
  let waiting = true;
  return () => {
    if (waiting) socket.pause();
    waiting = false;
    socket.off("data", keep).off("end", leave).off("close", leave);
    return Buffer.concat(early.splice(0));
  };
}

/** Notes what is spoken from now on, and counts its bytes. */
export function upgraded({ request, socket, head, trail }: Said, protocol: string): void {
  trail.upgrade = protocol.toLowerCase();
  const { bytesRead, bytesWritten } = request.socket;
  socket.once("close", () => {
    trail.in.length = head.length + request.socket.bytesRead - bytesRead;
    trail.out.length = request.socket.bytesWritten - bytesWritten;
  });
}

type Said = Pick<Upgrading, "request" | "socket" | "head" | "trail">;

/** The head of an answer, or what the visitor gets instead of it. */
function headOf(answer: IncomingMessage, own: Headers, trail: Trail): string | Instead {
  const status = answer.statusCode ?? 502;
  const given = withOutboundPolicies(status, responseHeaders(answer.headers, false), trail);
  if (!("headers" in given)) {
    trail.settled(status >= 500);
    return instead(given);
  }
  const headers = { ...withHeaderRules("response_headers", trail.told(given.headers), trail), ...own };
  trail.answering(status, headers);
  return headText(status, headers, answer.statusMessage || undefined);
}
