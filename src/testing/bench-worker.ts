import { createBench } from "#filters/bench/bench.ts";
import type { FromBench, ToBench } from "#filters/bench/messages.ts";

/** The workbench of filters on this thread, for tests where there are no workers: its messages are copied as they are there. */
export class BenchWorker extends EventTarget {
  private open = true;
  private readonly take = createBench((message: FromBench) => {
    if (this.open) this.dispatchEvent(new MessageEvent("message", { data: structuredClone(message) }));
  });

  postMessage(message: ToBench): void {
    // A copy of a file of jsdom is an empty object.
    const copy = message.type === "load" ? { ...message } : structuredClone(message);
    setTimeout(() => this.open && this.take(copy));
  }

  terminate(): void {
    this.open = false;
  }
}
