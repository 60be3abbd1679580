import { Hono } from "hono";
import { etag } from "hono/etag";
import type { Logger } from "pino";
import type { AppConfig } from "#contract/app-config.ts";
import type { Config } from "../config.ts";
import type { Env } from "../http/call.ts";
import { consoleFiles } from "../http/console-files.ts";
import { cors } from "../http/cors.ts";
import { fail, refuseMethod } from "../http/fail.ts";
import { publicBase } from "../http/public-base.ts";
import { requestLog } from "../http/request-log.ts";
import { securityHeaders } from "../http/security-headers.ts";
import type { Forwarder } from "./forward.ts";

/** The console served here, `/api` forwarded to another service. There is no database and no gateway behind it. */
export function createUpstreamApp(options: {
  config: Pick<Config, "versionHeader" | "trustForwarded">;
  log: Logger;
  consoleDir: string;
  forward: Forwarder["handle"];
}): Hono<Env> {
  const { config, log, consoleDir, forward } = options;
  const app = new Hono<Env>();
  app.use(requestLog(log), securityHeaders);
  app.use("/api/*", cors);
  app.all("/api/*", forward);
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", (c) => c.json({ status: "ready" }));
  app.get("/config.json", (c) => {
    const base = publicBase(c.req.raw, config.trustForwarded);
    const answer: AppConfig = {
      baseUrl: `${new URL(base).pathname.replace(/\/$/, "")}/api`,
      versionHeader: config.versionHeader,
    };
    return c.json(answer);
  });
  app.use(etag({ weak: true }), consoleFiles(consoleDir));
  app.all("*", (c) => refuseMethod(c, []));
  app.onError((error, c) => fail(c, log, error));
  return app;
}
