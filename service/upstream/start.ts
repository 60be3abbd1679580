import { Hono } from "hono";
import { etag } from "hono/etag";
import type { Logger } from "pino";
import type { AppConfig } from "#contract/app-config.ts";
import type { Config } from "../config.ts";
import { answerHeaders } from "../http/answer-headers.ts";
import type { Env } from "../http/call.ts";
import { consoleFiles } from "../http/console-files.ts";
import { cors } from "../http/cors.ts";
import { hostCheck, type HostCheckOptions } from "../http/host-check.ts";
import { fail, refuseMethod } from "../http/fail.ts";
import { publicBase } from "../http/public-base.ts";
import { logEnded, requestLog } from "../http/request-log.ts";
import { listen, type ListenOptions } from "../http/server.ts";
import { createForwarder, type Forwarder, type ForwardOptions } from "./forward.ts";

/** How long the other service may take to begin its answer, in milliseconds. */
const TIMEOUT_MS = 30_000;

type UpstreamOptions = {
  config: ListenOptions & HostCheckOptions & ForwardOptions["names"] & Pick<Config, "trustForwarded">;
  upstream: string;
  log: Logger;
  consoleDir: string;
  timeoutMs?: number;
};

export type RunningUpstream = { origin: string; dispose: () => Promise<void> };

/** Serves the console before another service (`--upstream`): nothing is stored here, and no agent connects. */
export async function startUpstream(options: UpstreamOptions): Promise<RunningUpstream> {
  const { config, upstream, log, timeoutMs = TIMEOUT_MS } = options;
  const forwarder = createForwarder({ upstream, names: config, timeoutMs, log });
  const app = createUpstreamApp(options, forwarder);
  const http = await listen({ app }, config, () => undefined, log);
  let stopping: Promise<void> | undefined;
  return {
    origin: http.origin,
    dispose: () => (stopping ??= http.stop().finally(forwarder.close)),
  };
}

function createUpstreamApp({ config, log, consoleDir }: UpstreamOptions, forwarder: Forwarder): Hono<Env> {
  const app = new Hono<Env>();
  app.use(
    requestLog(logEnded(log)),
    answerHeaders(() => false),
    hostCheck(config),
  );
  app.use("/api/*", cors);
  app.all("/api/*", forwarder.handle);
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", (c) => c.json({ status: "ready" }));
  app.get("/config.json", (c) => {
    const base = publicBase(c.req.raw, config.trustForwarded);
    const answer: AppConfig = {
      baseUrl: `${new URL(base).pathname.replace(/\/$/, "")}/api`,
      versionHeader: config.versionHeader,
      forwards: true,
    };
    return c.json(answer);
  });
  app.use(etag({ weak: true }), consoleFiles(consoleDir));
  app.all("*", (c) => refuseMethod(c, []));
  app.onError((error, c) => fail(c, log, error));
  return app;
}
