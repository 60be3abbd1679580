import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Context } from "hono";
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from "#contract/operations/operation.ts";
import type { EventFeed } from "./events/feed.ts";
import { authenticate } from "./http/auth.ts";
import { readBody } from "./http/body.ts";
import type { Caller, Env, Services } from "./http/call.ts";
import { publicBase } from "./http/public-base.ts";
import { readQuery } from "./http/query.ts";
import { type createKeyGuard, createRateLimit } from "./http/rate-limit.ts";
import { sendJson } from "./http/send-json.ts";
import { sourceAddress } from "./http/source-address.ts";
import { checkVersion } from "./http/version.ts";

/** What a handler gets: all of it has passed the contract. Nobody is known to call an open operation. */
export type Call<O extends Operation> = Omit<Caller, "principal"> & {
  principal: O["open"] extends true ? null : Caller["principal"];
  params: ParamsOf<O>;
  query: QueryOf<O>;
  body: BodyOf<O>;
  request: Request;
  /** IP address that the request came from; null where none is known. */
  source: () => string | null;
};

/** What every handler works with. */
export type HandlerServices = Services & {
  feed: EventFeed;
  /** Counts what stands for a key and is wrong, as wrong keys are. */
  keyGuard: ReturnType<typeof createKeyGuard>;
};

/** An operation and the code that does it. */
export type Implementation = {
  operation: Operation;
  handle: (services: HandlerServices, call: Call<Operation>) => Promise<unknown>;
};

/** Ties a handler to its operation. The answer is sent when the handler's promise resolves: commit before that. */
export function implement<O extends Operation>(
  operation: O,
  handle: (services: HandlerServices, call: Call<O>) => Promise<AnswerOf<O>>,
): Implementation {
  return { operation, handle: handle as Implementation["handle"] };
}

/** Who sends a request, by its key; an address that keeps sending wrong keys has to wait. Throws as `authenticate`. */
export async function identify(
  c: Context<Env>,
  { db, config, keyGuard }: Pick<HandlerServices, "db" | "config" | "keyGuard">,
  source = sourceOf(c, config),
): Promise<Caller["principal"]> {
  const principal = await authenticate(db, c.req.header("authorization"), () => keyGuard(source()));
  c.set("principal", principal);
  return principal;
}

/** A router with one route per implementation: key, version, rate limit, query and body are checked before the handler. */
export function router(services: HandlerServices, implementations: readonly Implementation[]): Hono<Env> {
  const app = new Hono<Env>();
  const countRequest = createRateLimit(services.config.rateLimit);
  for (const { operation, handle } of implementations) {
    app.on(operation.method, operation.path.replaceAll(/\{([a-z_]+)\}/g, ":$1"), async (c) => {
      c.set("operation", operation.id);
      const source = sourceOf(c, services.config);
      const principal = operation.open ? null : await identify(c, services, source);
      if (principal) countRequest(principal);
      checkVersion((name) => c.req.header(name), services.config.versionHeader);
      const call = {
        ...(await readCall(c, operation, services.config)),
        principal,
        source,
      } as Call<Operation>;
      const answer = await handle(services, call);
      if (operation.method !== "GET") services.feed.wake();
      if (answer instanceof Response) return answer;
      return answer === undefined ? c.body(null, 204) : sendJson(c, answer, operation.status as 200);
    });
  }
  return app;
}

async function readCall(
  c: Context<Env>,
  operation: Operation,
  { trustForwarded }: Services["config"],
): Promise<Omit<Call<Operation>, "principal" | "source">> {
  const url = new URL(c.req.url);
  const base = `${publicBase(c.req.raw, trustForwarded)}/api`;
  const params: Record<string, string> = c.req.param();
  const query = readQuery(url, operation);
  const body = await readBody(c.req.raw, operation, params);
  return { base, params, query, body, request: c.req.raw } as Call<Operation>;
}

/** Where a request comes from, found out when it is asked. */
function sourceOf(c: Context<Env>, { trustForwarded }: Services["config"]): () => string | null {
  return () => sourceAddress(c.req.raw, socketAddress(c), trustForwarded);
}

/** None where a test asks the app without a socket. */
function socketAddress(c: Context<Env>): string | undefined {
  return (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;
}
