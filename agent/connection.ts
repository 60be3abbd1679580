import { WebSocket } from "ws";
import {
  AGENT_MESSAGE_MAX_BYTES,
  AGENT_SUBPROTOCOL,
  type AgentMessage,
  type Command,
  type Hello,
  readMessage,
  ServiceMessage,
  type Welcome,
} from "#contract/agent-protocol.ts";
import type { Host } from "./host.ts";

/** Why a connection ended. Of a lost one, `retry` says whether coming back can help. */
export type ConnectionEnd =
  | { why: "lost"; reason: string; retry: boolean }
  | { why: "restart" | "stop" }
  | { why: "closed" };

/** Bounds on what a service may ask for between two heartbeats, and of silence, in milliseconds. */
export type HeartbeatBounds = { minMs: number; maxMs: number };

const HEARTBEAT_BOUNDS: HeartbeatBounds = { minMs: 1_000, maxMs: 300_000 };

export type ConnectionOptions = {
  /** ws: or wss: URL of the service's /agent. */
  url: string;
  headers?: Record<string, string>;
  hello: Hello;
  host: Host;
  heartbeat?: HeartbeatBounds;
  onOnline: (welcome: Welcome) => void;
  /** The service wants a data link; it is opened with this ticket. */
  onLink: (ticket: string, welcome: Welcome) => void;
  /** Ends the connection, and with it the session. */
  signal: AbortSignal;
};

const HANDSHAKE_MS = 15_000;
/** From then on. A whole fleet that comes back at once has to wait; who leaves and returns makes it wait longer. */
const WELCOME_MS = 30_000;
const CLOSE_GRACE_MS = 1_000;
/** A service that sends but does not read is left here, in bytes. */
const UNREAD_MAX = 1024 * 1024;
/** WebSocket close code for a message larger than the receiver takes. */
const TOO_BIG = 1009;

/** What a library says of a connection that failed, as a sentence. */
function failureText(said: string, url: string): string {
  const status = /^Unexpected server response: (\d+)$/.exec(said)?.[1];
  const { host } = new URL(url);
  if (status === undefined) return said === "" ? "The connection failed." : said.replace(/[^.]$/, "$&.");
  if (Number(status) >= 500) return `${host} answered ${status}.`;
  return `${host} answered ${status}, which is not a Gatehouse service. Check the URL.`;
}

/** One connection from its first byte to its end: hello, welcome, heartbeats, commands (agent/README.md#protocol). */
export function runConnection(options: ConnectionOptions): Promise<ConnectionEnd> {
  return new Promise((resolve) => {
    const { host, signal } = options;
    const socket = new WebSocket(options.url, AGENT_SUBPROTOCOL, {
      headers: options.headers,
      maxPayload: AGENT_MESSAGE_MAX_BYTES,
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_MS,
    });
    let end: ConnectionEnd | null = null;
    let failure = "";
    let online: Welcome | null = null;
    let heardAt = performance.now();
    let heartbeat: NodeJS.Timeout | undefined;
    let grace: NodeJS.Timeout | undefined;
    let noWelcome: NodeJS.Timeout | undefined;

    const abort = () => finish({ why: "closed" });
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();

    socket.addEventListener("open", () => {
      if (end) return;
      noWelcome = setTimeout(() => lose("The service sent no welcome."), WELCOME_MS);
      send(options.hello);
    });
    socket.addEventListener("message", ({ data }) => receive(data));
    socket.addEventListener("error", (event) => {
      failure =
        event.error?.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH"
          ? "The service sent a message that is too large."
          : failureText(event.message || String(event.error?.code ?? ""), options.url);
    });
    socket.addEventListener("close", ({ code }) => {
      clearTimeout(grace);
      if (code === TOO_BIG && failure === "") lose("The service takes no message this large.", false);
      lose(failure || "The connection closed.");
      signal.removeEventListener("abort", abort);
      resolve(end ?? { why: "closed" });
    });

    function send(message: AgentMessage, sent?: () => void): void {
      if (socket.bufferedAmount > UNREAD_MAX) lose("The service does not read what it is sent.");
      else socket.send(JSON.stringify(message), sent);
    }

    function finish(reason: ConnectionEnd): void {
      if (end) return;
      end = reason;
      if (online && host.reports) host.reports.onChange = undefined;
      clearTimeout(noWelcome);
      clearInterval(heartbeat);
      grace = setTimeout(() => socket.terminate(), CLOSE_GRACE_MS);
      socket.close(1000);
    }

    function lose(reason: string, retry = true): void {
      finish({ why: "lost", reason, retry });
    }

    function receive(data: unknown): void {
      if (end) return;
      heardAt = performance.now();
      const reading = readMessage(ServiceMessage, data);
      if ("fault" in reading) return lose(reading.fault);
      const { message } = reading;
      if (message.type === "goodbye") return lose(message.reason, message.retry);
      if (message.type === "welcome") return welcome(message);
      if (!online) return lose(`The service sent ${message.type} before its welcome.`);
      if (message.type === "command") obey(message);
      if (message.type === "link") options.onLink(message.ticket, online);
    }

    function welcome(message: Welcome): void {
      if (online) return lose("The service sent a second welcome.");
      online = message;
      clearTimeout(noWelcome);
      const { minMs, maxMs } = options.heartbeat ?? HEARTBEAT_BOUNDS;
      const bounded = (ms: number) => Math.min(maxMs, Math.max(minMs, ms));
      const { interval_ms, tolerance_ms } = message.heartbeat;
      heartbeat = setInterval(() => beat(bounded(tolerance_ms)), bounded(interval_ms));
      options.onOnline(message);
      if (message.updates) tellUpdates();
    }

    /** Says how updates go from here on, and what came of one since the hello. */
    function tellUpdates(): void {
      const { reports } = host;
      if (!reports) return;
      reports.onChange = (report) => send({ type: "update", ...report });
      if (reports.current && reports.current !== options.hello.update) reports.onChange(reports.current);
    }

    function beat(toleranceMs: number): void {
      const silentMs = performance.now() - heardAt;
      if (silentMs > toleranceMs) lose(`The service was silent for ${Math.round(silentMs / 1000)} s.`);
      else send({ type: "heartbeat" });
    }

    function obey({ id, kind, release }: Command): void {
      const answer = kind === "update" ? host.update(release) : host[kind]();
      if (!answer.accepted) {
        send({ type: "result", id, error: answer.error, refusal: answer.refusal });
        return;
      }
      send({ type: "result", id }, () => {
        if (kind !== "update") finish({ why: kind });
      });
    }
  });
}
