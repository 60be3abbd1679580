import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { listen } from "../http/server.ts";
import { createForwarder } from "./forward.ts";
import { createUpstreamApp } from "./upstream-app.ts";

/** How long the other service may take to begin its answer, in milliseconds. */
const TIMEOUT_MS = 30_000;

export type RunningUpstream = { origin: string; dispose: () => Promise<void> };

/** Serves the console before another service (`--upstream`): nothing is stored here, and no agent connects. */
export async function startUpstream(options: {
  config: Pick<Config, "port" | "host" | "versionHeader" | "upstreamVersionHeader" | "trustForwarded">;
  upstream: string;
  log: Logger;
  consoleDir: string;
  timeoutMs?: number;
}): Promise<RunningUpstream> {
  const { config, upstream, log, consoleDir, timeoutMs = TIMEOUT_MS } = options;
  const forwarder = createForwarder({ upstream, names: config, timeoutMs, log });
  const app = createUpstreamApp({ config, log, consoleDir, forward: forwarder.handle });
  const http = await listen(app, config, () => undefined, log);
  let stopping: Promise<void> | undefined;
  return {
    origin: http.origin,
    dispose: () => (stopping ??= http.stop().finally(forwarder.close)),
  };
}
