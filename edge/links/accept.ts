import type { Duplex } from "node:stream";
import { headText } from "../head-text.ts";

/** Answers 101, after which the connection carries a link. `then` is not called when it is gone by then. */
export function acceptLink(
  socket: Duplex,
  head: Buffer,
  protocol: string,
  headers: Record<string, string>,
  then: () => void,
): void {
  if (head.length > 0) socket.unshift(head);
  socket.on("error", () => socket.destroy());
  // An HTTP server leaves its own half open: nothing else would close the link of a process that was killed.
  socket.once("end", () => socket.destroy());
  // HTTP/2 on a socket whose last write is under way aborts the process.
  socket.write(headText(101, { Connection: "Upgrade", Upgrade: protocol, ...headers }), () => {
    if (!socket.destroyed) then();
  });
}
