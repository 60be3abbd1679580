import { type Context, Hono } from "hono";
import { compress } from "hono/compress";
import type { AppConfig } from "#contract/app-config.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { sql } from "kysely";
import { ApiProblem, toProblem } from "./errors.ts";
import type { Env, Services } from "./http/call.ts";
import { consoleFiles } from "./http/console-files.ts";
import { cors } from "./http/cors.ts";
import { allowedMethods } from "./http/methods.ts";
import { requestLog, withoutTokens } from "./http/request-log.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { router } from "./implement.ts";
import { openApiDocument } from "./openapi.ts";
import { IMPLEMENTATIONS } from "./routes/all.ts";

const READ_ONLY = ["/healthz", "/readyz", "/config.json"];

/** The whole service as a function from request to answer, without a socket. Every failure is answered as JSON. */
export function createApp(services: Services): Hono<Env> {
  const { config, log } = services;
  const app = new Hono<Env>();
  app.use(requestLog(log), securityHeaders, closeWhenStopping(services));
  app.use("/api/*", cors, compress());

  const openApi = openApiDocument(config.versionHeader);
  app.get("/api/openapi.json", (c) => c.json(openApi));
  app.route("/api", router(services, IMPLEMENTATIONS));
  app.all("/api/openapi.json", (c) => refuseMethod(c, ["GET", "HEAD"]));
  app.all("/api/*", (c) => refuseMethod(c, allowedMethods(OPERATIONS, c.req.path.slice("/api".length))));

  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", (c) => ready(c, services));
  app.get("/config.json", (c) => {
    const answer: AppConfig = {
      baseUrl: "/api",
      versionHeader: config.versionHeader,
      agentUrl: new URL(c.req.url).origin,
      secrets: "kept",
    };
    return c.json(answer);
  });
  app.use(consoleFiles(services.consoleDir));
  app.all("*", (c) => refuseMethod(c, READ_ONLY.includes(c.req.path) ? ["GET", "HEAD"] : []));
  app.onError((error, c) => fail(c, services, error));
  return app;
}

function closeWhenStopping({ stopping }: Services) {
  return async (c: Context<Env>, next: () => Promise<void>): Promise<void> => {
    await next();
    if (stopping()) c.res.headers.set("Connection", "close");
  };
}

async function ready(c: Context<Env>, { db, log, stopping }: Services): Promise<Response> {
  if (stopping()) return c.json({ status: "stopping" }, 503);
  try {
    await sql`select 1`.execute(db);
    return c.json({ status: "ready" });
  } catch (error) {
    log.error({ err: error }, "database does not answer");
    return c.json({ status: "database does not answer" }, 503);
  }
}

function refuseMethod(c: Context<Env>, methods: string[]): never {
  const path = withoutTokens(c.req.path.slice(0, 256));
  if (methods.length === 0) {
    throw new ApiProblem(
      "pathUnknown",
      `There is nothing at ${path}. GET /api/openapi.json lists what there is.`,
    );
  }
  const allow = methods.join(", ");
  throw new ApiProblem("methodNotAllowed", `${path} takes ${allow}, not ${c.req.method}.`, {
    headers: { Allow: allow },
  });
}

function fail(c: Context<Env>, { log }: Services, error: Error): Response {
  const problem = toProblem(error);
  const operationId = c.get("operationId");
  if (problem.problem === "internal" || problem.problem === "busy") {
    log.error({ operation_id: operationId, err: error }, "request failed");
  }
  for (const [name, value] of Object.entries(problem.headers)) c.header(name, value);
  return c.json(problem.body(operationId), problem.status);
}
