import { createBench } from "./bench.ts";
import type { FromBench, ToBench } from "./messages.ts";

// What a filter can’t answer is an error for each event, and most of its time is the trace that nobody reads.
Object.assign(Error, { stackTraceLimit: 0 });
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- This is the scope of a worker, not a window.
const post: (message: FromBench) => void = (message) => self.postMessage(message);
const take = createBench(post);
self.addEventListener("message", ({ data }: MessageEvent<ToBench>) => take(data));
