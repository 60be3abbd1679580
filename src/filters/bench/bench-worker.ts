import { createBench } from "./bench.ts";
import type { FromBench, ToBench } from "./messages.ts";

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- This is the scope of a worker, not a window.
const post: (message: FromBench) => void = (message) => self.postMessage(message);
const take = createBench(post);
self.addEventListener("message", ({ data }: MessageEvent<ToBench>) => take(data));
