import type { FromBench, ToBench } from "./messages.ts";

/** A workbench that runs, and the way to end it. */
export type OpenBench = { send: (message: ToBench) => void; close: () => void };

/** Starts a workbench in a worker of its own. */
export function openBench(take: (message: FromBench) => void): OpenBench {
  if (typeof Worker === "undefined") {
    take({ type: "broke", message: "This browser can’t work in the background." });
    return { send: () => undefined, close: () => undefined };
  }
  const worker = new Worker(new URL("./bench-worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<FromBench>) => take(data));
  worker.addEventListener("error", () =>
    take({ type: "broke", message: "The part of this page that runs them could not be loaded." }),
  );
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker is no window.
    send: (message) => worker.postMessage(message),
    close: () => worker.terminate(),
  };
}
