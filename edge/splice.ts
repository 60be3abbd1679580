import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";

/**
 * Passes bytes both ways, no faster than either end reads; one end may finish before the other. What breaks off on one side
 * is broken off on the other. Resolves when both are gone: whether both had finished.
 */
export function splice(one: Duplex, other: Duplex): Promise<boolean> {
  // Else Node closes an end that has finished before the other has said all.
  one.allowHalfOpen = other.allowHalfOpen = true;
  one.pipe(other);
  other.pipe(one);
  return Promise.all([endOf(one, other), endOf(other, one)]).then((ends) => ends.every(Boolean));
}

function endOf(stream: Duplex, other: Duplex): Promise<boolean> {
  return new Promise((resolve) => {
    // The close that follows says the same.
    stream.on("error", () => undefined);
    stream.once("close", () => {
      const whole = stream.readableEnded && stream.writableFinished;
      // Nobody hears any more what the other end may still say.
      if (!whole || !other.readableEnded) cutOff(other);
      resolve(whole);
    });
  });
}

/** Ends a connection so that its other end sees that something is missing: one that is only destroyed ends well over TCP. */
export function cutOff(stream: Duplex): void {
  if (stream instanceof Socket && !(stream instanceof TLSSocket)) stream.resetAndDestroy();
  else stream.destroy();
}
