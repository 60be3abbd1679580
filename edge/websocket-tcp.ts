import type { Duplex } from "node:stream";
import { createWebSocketStream, type WebSocket, WebSocketServer } from "ws";
import { withHeaderRules } from "#edge/modules/header-rules.ts";
import type { Forwarded } from "./forwarded.ts";
import { type Converse, upgraded } from "./upgrade.ts";

/** Of one message, in bytes: it is in memory as a whole before the app gets it. */
const MESSAGE_MAX = 1024 * 1024;

/** Speaks WebSocket with the visitor: the bytes of its messages go to the app, and what comes from there goes in binary ones. */
export const converseTcp: Converse = ({ request, socket, head, trail }, stream) =>
  new Promise<Forwarded>((resolve) => {
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: MESSAGE_MAX,
    });
    const leave = (): void => {
      stream.destroy();
      resolve({ outcome: "left" });
    };
    server.once("wsClientError", () => {
      stream.destroy();
      resolve({ outcome: "refused", refusal: "webSocketNeeded" });
    });
    server.once("headers", (lines: string[]) => {
      const own = withHeaderRules("response_headers", trail.told({}), trail);
      for (const [name, values] of Object.entries(own))
        for (const value of [values].flat()) lines.push(`${name}: ${value}`);
      trail.answering(101, { ...own, connection: "Upgrade", upgrade: "websocket" });
    });
    socket.once("close", leave);
    server.handleUpgrade(request, socket, head, (visitor) => {
      socket.off("close", leave);
      upgraded({ request, socket, head, trail }, "websocket");
      void between(visitor, stream).then((whole) => resolve({ outcome: whole ? "answered" : "broken" }));
    });
  });

/** Passes bytes both ways until both ends are gone: whether who left first had said so. */
async function between(visitor: WebSocket, stream: Duplex): Promise<boolean> {
  const said = createWebSocketStream(visitor, { readableHighWaterMark: HIGH_WATER });
  // The close that follows says the same.
  said.on("error", () => undefined);
  stream.on("error", () => undefined);
  said.pipe(stream);
  stream.pipe(said);
  const app = new Promise<boolean>((resolve) => {
    stream.once("close", () => {
      const cut = "rstCode" in stream && stream.rstCode !== 0;
      if (cut) visitor.terminate();
      resolve(stream.readableEnded && !cut);
    });
  });
  /** null = it answered the end of the app. */
  const other = new Promise<boolean | null>((resolve) => {
    visitor.once("close", (code) => {
      const done = code !== BROKEN_OFF && !said.errored;
      resolve(stream.readableEnded || stream.destroyed ? null : done);
      if (done) drain(stream, said);
      else stream.destroy();
    });
  });
  const [appDone, visitorDone] = await Promise.all([app, other]);
  return visitorDone ?? appDone;
}

/** The app gets what the visitor has said; what it still says has nobody to hear it. */
function drain(stream: Duplex, said: Duplex): void {
  stream.unpipe(said).resume();
  stream.once("finish", () => {
    const cut = setTimeout(() => stream.destroy(), LEFT_MS);
    stream.once("close", () => clearTimeout(cut));
  });
}

const HIGH_WATER = 64 * 1024;
/** An app may take so long to end once its visitor has closed the WebSocket. */
const LEFT_MS = 5_000;
/** Without a frame that closes it (RFC 6455 §7.1.5). */
const BROKEN_OFF = 1006;
