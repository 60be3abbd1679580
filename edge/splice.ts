import type { Duplex } from "node:stream";

/**
 * Passes bytes both ways, no faster than either end reads; one end may finish before the other. What breaks off on one side
 * is broken off on the other. Resolves when both are gone: whether both had finished.
 */
export function splice(one: Duplex, other: Duplex): Promise<boolean> {
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
      if (!whole) other.destroy();
      resolve(whole);
    });
  });
}
