import { setTimeout as sleep } from "node:timers/promises";
import { type Context, Hono } from "hono";
import { etag } from "hono/etag";
import { CALLBACK_PATH } from "#contract/login-paths.ts";
import type { AppConfig } from "#contract/app-config.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { createEventFeed } from "./events/feed.ts";
import { answerHeaders } from "./http/answer-headers.ts";
import type { EdgeFacts, Env, Principal, Services } from "./http/call.ts";
import type { Gateway } from "./gateway/types.ts";
import { consoleFiles } from "./http/console-files.ts";
import { cors } from "./http/cors.ts";
import { hostCheck } from "./http/host-check.ts";
import { fail, refuseMethod } from "./http/fail.ts";
import { createIdentify, sourceOf } from "./http/identify.ts";
import { KeptAnswers } from "./http/kept-answers.ts";
import { madeOnce } from "./http/made-once.ts";
import { allowedMethods } from "./http/methods.ts";
import { publicBase, samlUrl } from "./http/public-base.ts";
import { readQuery } from "./http/query.ts";
import { createQuickReads, type QuickReads } from "./http/quick-reads.ts";
import { createKeyGuard, createRateLimit } from "./http/rate-limit.ts";
import { releaseDownloads } from "./http/release-downloads.ts";
import { samlAddresses } from "./http/saml-addresses.ts";
import { type Ended, logEnded, requestLog } from "./http/request-log.ts";
import { type HandlerServices, router } from "./implement.ts";
import { createMetrics } from "./metrics.ts";
import { openApiDocument } from "./openapi.ts";
import { IMPLEMENTATIONS } from "./resources/all.ts";
import { createKeyUses } from "./store/key-uses.ts";
import { databaseFault } from "./store/faults.ts";
import { createTrafficFeed } from "./traffic/traffic-feed.ts";

const READ_ONLY = ["/healthz", "/readyz", "/metrics", "/config.json"];

/**
 * The whole service as a function from request to answer, without a socket. Every failure is answered as JSON. What it
 * answered before is answered `quickly`, where there is a socket.
 */
export function createApp(given: Services): {
  app: Hono<Env>;
  quickly: QuickReads["answer"];
  /** The gateway's, counted. */
  command: Gateway["command"];
} {
  const { config, log } = given;
  const feed = createEventFeed({ ...config, ...given });
  const trafficFeed = createTrafficFeed({ ...config, ...given, ...given.traffic });
  const metrics = createMetrics({ ...given, feed, trafficFeed });
  const keyGuard = createKeyGuard(config.keyFailures);
  const { identify, recall } = createIdentify({ ...given, keyGuard });
  const logged = logEnded(log);
  const tell = (ended: Ended): void => {
    logged(ended);
    metrics.count(ended);
  };
  const keyUses = createKeyUses(given.db);
  const limit = createRateLimit(config.rateLimit);
  const countRequest = (caller: Principal): void => {
    keyUses.note(caller.keyId);
    limit(caller);
  };
  const reading = { kept: new KeptAnswers(), countRequest };
  const { learn, answer: quickly } = createQuickReads({ ...given, ...reading, recall, tell });
  const services: HandlerServices = {
    ...given,
    feed,
    trafficFeed,
    keyGuard,
    keyUses,
    identify,
    gateway: { ...given.gateway, command: metrics.command },
  };
  const app = new Hono<Env>();
  app.use(requestLog(tell), answerHeaders(given.stopping));
  if (given.releases) {
    const wrongToken = (c: Context<Env>) => keyGuard(sourceOf(c, config)());
    // Agents know the service by any name, and no page can send their authtoken.
    app.route("/", releaseDownloads({ ...given, releases: given.releases, wrongToken }));
  }
  app.use(hostCheck(config));
  app.use("/api/*", cors);
  const openApi = madeOnce(() => openApiDocument(config.versionHeader));
  app.get("/api/openapi.json", etag(), (c) => {
    readQuery(new URL(c.req.url), { method: "GET", path: "/openapi.json" });
    return openApi(c);
  });
  app.route("/api", router(services, { ...reading, learn }, IMPLEMENTATIONS));
  app.all("/api/openapi.json", (c) => refuseMethod(c, ["GET", "HEAD"]));
  app.all("/api/*", (c) => refuseMethod(c, allowedMethods(OPERATIONS, c.req.path.slice("/api".length))));

  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", (c) => ready(c, services));
  app.get("/metrics", async (c) => {
    const { principal } = await identify(c);
    keyUses.note(principal.keyId);
    const { text, type } = await metrics.read();
    return c.body(text, 200, { "Content-Type": type });
  });
  app.get("/config.json", (c) => {
    const base = publicBase(c.req.raw, config.trustForwarded);
    const answer: AppConfig = {
      baseUrl: `${new URL(base).pathname.replace(/\/$/, "")}/api`,
      versionHeader: config.versionHeader,
      agentUrl: base,
      secrets: "kept",
      callbackPath: CALLBACK_PATH,
      samlUrl: samlUrl(base),
      backends: ["tunnel_group"],
      ...(given.edge && { edge: edgeConfig(given.edge) }),
    };
    return c.json(answer);
  });
  app.route("/saml", samlAddresses(given.saml));
  app.use(etag({ weak: true }), consoleFiles(services.consoleDir));
  app.all("*", (c) => refuseMethod(c, READ_ONLY.includes(c.req.path) ? ["GET", "HEAD"] : []));
  app.onError((error, c) => fail(c, log, error));
  return { app, quickly, command: metrics.command };
}

const edgeConfig = ({
  unapplied,
  listens,
  closedPorts,
  tcpPorts: { first, last },
  managedApps,
  httpPort,
  httpsPort,
}: EdgeFacts): NonNullable<AppConfig["edge"]> => ({
  unapplied: [...unapplied],
  ...(listens && { listens: [...listens] }),
  ...(closedPorts && { closedPorts: [...closedPorts()] }),
  // Another edge of the account may open others.
  ...(closedPorts && listens?.includes("tcp") && { tcpPorts: [first, last] }),
  ...(managedApps && { managedApps: [...managedApps] }),
  ...(httpPort !== null && { httpPort }),
  ...(httpsPort !== null && { httpsPort }),
});

/** A database that hangs is not ready, in milliseconds. */
const READY_TIMEOUT_MS = 2_000;

async function failAfter(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  throw new Error(`No answer within ${ms} ms.`);
}

async function ready(c: Context<Env>, { writes, gateway, log, stopping }: Services): Promise<Response> {
  if (stopping()) return c.json({ status: "stopping" }, 503);
  try {
    await Promise.race([writes.check(), failAfter(READY_TIMEOUT_MS)]);
    if (gateway.reachable?.() === false) throw new Error("The connection to the other services is broken.");
    return c.json({ status: "ready" });
  } catch (error) {
    const fault = databaseFault(error);
    const status =
      fault === "full" || fault === "storage" ? "database can’t be written" : "database does not answer";
    log.error({ err: error }, status);
    return c.json({ status }, 503);
  }
}
