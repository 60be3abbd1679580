import { type Context, Hono } from "hono";
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from "#contract/operations/operation.ts";
import type { EventFeed } from "./events/feed.ts";
import { etagOf, send, sendable, sendNothing, sendRead } from "./http/answer.ts";
import { readBody } from "./http/body.ts";
import { type Caller, type Env, type Principal, type Services, socketOf } from "./http/call.ts";
import { type Identify, sourceOf } from "./http/identify.ts";
import type { KeptAnswers } from "./http/kept-answers.ts";
import { publicBase } from "./http/public-base.ts";
import { readQuery } from "./http/query.ts";
import type { QuickReads } from "./http/quick-reads.ts";
import type { createKeyGuard } from "./http/rate-limit.ts";
import { checkVersion } from "./http/version.ts";
import type { KeyUses } from "./store/key-uses.ts";
import { type Recorded, recorded } from "./store/recorded.ts";
import type { Db } from "./store/schema.ts";
import type { VersionsNow } from "./store/versions.ts";
import type { TrafficFeed } from "./traffic/traffic-feed.ts";

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
  trafficFeed: TrafficFeed;
  /** Counts what stands for a key and is wrong, as wrong keys are. */
  keyGuard: ReturnType<typeof createKeyGuard>;
  /** When keys were last used. */
  keyUses: KeyUses;
  /** Who sends a request. */
  identify: Identify["identify"];
};

/** What comes before the handlers. */
type Reading = {
  kept: KeptAnswers;
  countRequest: (caller: Principal) => void;
  learn: QuickReads["learn"];
};

/** What an answer may depend on that is kept for others: no caller, nothing of the request but its URL. */
export type Shown<O extends Operation> = Pick<Call<O>, "base" | "params" | "query"> &
  Pick<Services, "edge"> & {
    /** Versions of before it is read: what it shows may be newer, and never older. */
    now: VersionsNow;
  };

/** An operation and the code that does it. */
export type Implementation = { operation: Operation } & (
  | { handle: (services: HandlerServices, call: Call<Operation>) => Promise<unknown> }
  | { show: (db: Db, at: Shown<Operation>) => Promise<unknown> }
);

/** Ties a handler to its operation. The answer is sent when the handler's promise resolves: commit before that. */
export function implement<O extends Operation>(
  operation: O,
  handle: (services: HandlerServices, call: Call<O>) => Promise<AnswerOf<O>>,
): Implementation {
  return { operation, handle: handle as never };
}

/** Ties a read to its operation. Its answer is kept as long as the tables that it read through `db` are as they were. */
export function show<O extends Operation & { method: "GET" }>(
  operation: O,
  read: (db: Db, at: Shown<O>) => Promise<AnswerOf<O>>,
): Implementation {
  return { operation, show: read as never };
}

/** A router with one route per implementation: key, version, rate limit, query and body are checked before the handler. */
export function router(
  services: HandlerServices,
  { kept, countRequest, learn }: Reading,
  implementations: readonly Implementation[],
): Hono<Env> {
  const app = new Hono<Env>();
  const { config, db, deliverer, edge, feed, identify } = services;

  async function shown(
    c: Context<Env>,
    { operation, show: read }: Extract<Implementation, { show: unknown }>,
    { base, url, now, store }: { base: string; url: URL; now: VersionsNow; store: Recorded },
  ): Promise<Response> {
    const name = `${base}${url.pathname}${url.search}`;
    const at = { base, edge, params: c.req.param(), query: readQuery(url, operation) };
    const known = {
      kept: (now: VersionsNow) => kept.get(name, now),
      read: async (now: VersionsNow) =>
        kept.put(name, sendable(await read(store.db, { ...at, now } as Shown<Operation>)), store.tables, now),
      operation: operation.id,
      path: c.req.path,
    };
    const answer = known.kept(now) ?? (await known.read(now));
    learn(socketOf(c).incoming, known);
    return sendRead(c, answer, answer.etag);
  }

  for (const implementation of implementations) {
    const { operation } = implementation;
    const store = recorded(db);
    app.on(operation.method, operation.path.replaceAll(/\{([a-z_]+)\}/g, ":$1"), async (c) => {
      c.set("operation", operation.id);
      const source = sourceOf(c, config);
      const caller = operation.open ? null : await identify(c, source);
      if (caller) countRequest(caller.principal);
      checkVersion((name) => c.req.header(name), config.versionHeader);
      const url = new URL(c.req.url);
      const base = `${publicBase(c.req.raw, config.trustForwarded, url)}/api`;
      if ("show" in implementation && caller)
        return shown(c, implementation, { base, url, now: caller.now, store });
      if (!("handle" in implementation)) throw new Error(`${operation.id} shows something to nobody.`);
      const request = c.req.raw;
      const params: Record<string, string> = c.req.param();
      const query = readQuery(url, operation);
      const body = await readBody(request, operation, params);
      const principal = caller?.principal ?? null;
      const call = { base, params, query, body, request, principal, source } as Call<Operation>;
      const answer = await implementation.handle(services, call);
      if (operation.method !== "GET") {
        feed.wake();
        deliverer.wake();
      }
      if (answer instanceof Response) return answer;
      if (answer === undefined) return sendNothing(c);
      const json = sendable(answer);
      if (operation.method === "GET") return sendRead(c, json, etagOf(json));
      return send(c, operation.status, json);
    });
  }
  return app;
}
