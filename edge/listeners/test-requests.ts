import { request as httpRequest, type IncomingMessage } from "node:http";
import { duplexPair } from "node:stream";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { eventOf, type MadeEvent, makeEvent } from "../events/make-event.ts";
import type { Trail } from "../events/trail.ts";
import { putConnection } from "../events/visitor-connection.ts";
import { type DraftModule, drafted } from "#edge/modules/draft.ts";
import { type HttpLimits, httpServer } from "./http.ts";
import type { Proto, RequestServices } from "./requests.ts";

export type TestRequest = {
  /** Of its event. */
  id: string;
  proto: Proto;
  /** With its port, if any. */
  host: string;
  /** Path and query. */
  target: string;
  method: string;
  headers: Readonly<Record<string, readonly string[]>>;
  body: Buffer;
  /** What the modules meet as the visitor's address. */
  clientIp: string;
  module: DraftModule | null;
};

export type TestAnswer = {
  event: TrafficEvent;
  /** The same, to be kept. */
  made: MadeEvent;
  /** What the visitor got; null where no answer began in time. `truncated` = not all of it was awaited. */
  response: {
    status: number;
    headers: Record<string, string[]>;
    body: Buffer;
    truncated: boolean;
  } | null;
};

export type SendTestRequest = (asked: TestRequest) => Promise<TestAnswer>;

/** So long is an answer awaited, in milliseconds, and so many bytes of it. */
const WAIT_MS = 30_000;
const SHOWN_BYTES = 262_144;

/**
 * Requests of operators (docs/decisions/edge/test-requests.md). Each comes on a connection of its own within this process, so
 * that the address it claims is that of the connection; all else is the way of any visitor.
 */
export function createTestRequests(
  limits: HttpLimits,
  services: RequestServices,
  portOf: (proto: Proto) => number,
): SendTestRequest {
  return async (asked) => {
    const { id, proto, host, clientIp, module } = asked;
    let ended: (trail: Trail) => void = () => undefined;
    const trail = new Promise<Trail>((resolve) => (ended = resolve));
    const server = httpServer(limits, { ...withDraft(services, module), recorder: { ended } }, proto);
    const [visitor, socket] = duplexPair();
    // Who is done or leaves does so for the edge too, once it has noted what it wrote.
    visitor.once("close", () => setImmediate(() => socket.destroy()));
    server.emit("connection", socket);
    // The server has noted what it could see of it, which is nothing.
    putConnection(socket, {
      began: Date.now(),
      clientIp,
      serverIp: "127.0.0.1",
      serverPort: portOf(proto),
      name: proto === "https" ? host.replace(/:\d+$/, "") : "",
      tls: null,
      client: null,
      requests: 0,
      test: module ? "draft" : "saved",
    });
    const response = await answered(asked, () => visitor);
    const told = await trail;
    told.marks.ended = performance.now();
    const made = makeEvent(told, id, 0);
    return { event: eventOf(made), made, response };
  };
}

function answered(
  { method, host, target, headers, body }: TestRequest,
  createConnection: () => ReturnType<typeof duplexPair>[0],
): Promise<TestAnswer["response"]> {
  const length = body.length > 0 || /^(POST|PUT|PATCH)$/i.test(method) ? body.length : null;
  return new Promise((resolve) => {
    const sent = httpRequest({
      createConnection,
      method,
      path: target,
      headers: { host, ...headers, ...(length !== null && { "content-length": length }) },
      maxHeaderSize: 1_048_576,
    });
    sent.on("error", () => resolve(null));
    const late = setTimeout(() => sent.destroy(new Error("late")), WAIT_MS);
    sent.once("close", () => clearTimeout(late));
    sent.once("response", (answer) => {
      const chunks: Buffer[] = [];
      let kept = 0;
      const shown = (truncated: boolean): void =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: headersOf(answer),
          body: Buffer.concat(chunks).subarray(0, SHOWN_BYTES),
          truncated,
        });
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        kept += chunk.length;
        if (kept > SHOWN_BYTES) sent.destroy();
      });
      answer.once("close", () => shown(!answer.complete || kept > SHOWN_BYTES));
    });
    sent.end(body);
  });
}

/** As they were sent, in their order. */
function headersOf({ rawHeaders }: IncomingMessage): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    (headers[rawHeaders[at] ?? ""] ??= []).push(rawHeaders[at + 1] ?? "");
  return headers;
}

/** The same account, but for one module. */
function withDraft(services: RequestServices, module: DraftModule | null): RequestServices {
  if (!module) return services;
  const { account } = services;
  return {
    ...services,
    account: {
      ...account,
      now: async () => drafted(await account.now(), { module }),
      fresh: async () => drafted(await account.fresh(), { module }),
    },
  };
}
