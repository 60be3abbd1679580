// Cause: a batch was started although the other session of its URL had left since the plan, and the plan of a stop took what
// earlier batches had stopped for online. Law: no batch takes down every session of a URL that was to stay up.
import { afterEach, beforeEach, expect, inject, it, vi } from "vitest";
import { type AgentSession, openSession } from "#agent/session.ts";
import type { Rollout, RolloutPlan } from "#contract/rollouts/rollout.ts";
import { startTestService, type TestService } from "#testing/service.ts";
import { acceptingHost } from "../testing/accepting-host.ts";
import { callOver } from "../testing/test-app.ts";

const URL_OF_EDGE = "https://shared.example";
let service: TestService;
let agents: AgentSession[];
let authtoken: string;
let call: ReturnType<typeof callOver>;

beforeEach(async () => {
  service = await startTestService();
  agents = [];
  call = callOver((path, init) => fetch(`${service.origin}${path}`, init), service.key);
  const create = async (path: string, body: object) =>
    (await call<{ id: string; token: string }>(`POST ${path}`, { body })).body;
  authtoken = (await create("/credentials", {})).token;
  const edge = await create("/edges/https", { hostports: ["shared.example:443"] });
  const backend = { backend_id: (await create("/backends/tunnel_group", { labels: { app: "shared" } })).id };
  await create(`/edges/https/${edge.id}/routes`, { match_type: "path_prefix", match: "/", backend });
});
afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await service.close();
});

/** An agent that comes back from restarts; answers its first session. */
function connect(
  name: string,
  labels?: Record<string, string>,
): Promise<{ id: string; session: AgentSession }> {
  return new Promise((resolve) => {
    const open = (): AgentSession => {
      const session = openSession({
        url: `${service.origin.replace("http", "ws")}/agent`,
        authtoken,
        host: acceptingHost,
        metadata: name,
        tunnels: [{ proto: "http", forwards_to: "http://127.0.0.1:1", ...(labels && { labels }) }],
        onOnline: ({ session_id }) => resolve({ id: session_id, session }),
      });
      agents.push(session);
      void session.ended.then(({ why }) => why === "restart" && open());
      return session;
    };
    open();
  });
}

const SHARED = { app: "shared" };

it("says of each batch what it takes offline, and what earlier ones stopped", async () => {
  const ids = [(await connect("a", SHARED)).id, (await connect("b", SHARED)).id];
  const plan = async (action: string) =>
    (await call<RolloutPlan>("POST /rollout_previews", { body: { session_ids: ids, action } })).body.batches;
  const batch = (n: number, offline: string[], stays_up: string[]) => ({
    session_ids: [ids[n]],
    offline,
    stays_up,
  });
  expect(await plan("restart")).toEqual([batch(0, [], [URL_OF_EDGE]), batch(1, [], [URL_OF_EDGE])]);
  expect(await plan("stop")).toEqual([batch(0, [], [URL_OF_EDGE]), batch(1, [URL_OF_EDGE], [])]);
});

it("holds an agent back while nothing else serves its URL", async () => {
  const first = await connect("first");
  const own = await connect("own", SHARED);
  const other = await connect("other", SHARED);
  const body = { session_ids: [first.id, own.id], action: "restart", canary: 1, pause_seconds: 1 };
  const { id } = (await call<Rollout>("POST /rollouts", { body })).body;
  const steps = async () => {
    const { body: rollout } = await call<Rollout>(`GET /rollouts/${id}`);
    return rollout.agents.map(({ steps: taken }) => taken.map(({ kind }) => kind));
  };
  await other.session.close();
  await vi.waitFor(async () => expect((await steps())[1]).toEqual(["hold"]));
  await connect("other", SHARED);
  await vi.waitFor(async () =>
    expect(await steps()).toEqual([
      ["restart", "return"],
      ["hold", "restart", "return"],
    ]),
  );
});

// Cause: two rollouts knew nothing of each other: both told the same agents, or took the two sessions of a URL down together.
// Law: as long as one has not ended, none starts with its agents or with agents of their URLs.
it("refuses a rollout whose agents, or whose URLs, another one has", async () => {
  const own = await connect("own", SHARED);
  const other = await connect("other", SHARED);
  const apart = await connect("apart");
  const [first, second, third, fourth] = [
    await connect("1"),
    await connect("2"),
    await connect("3"),
    await connect("4"),
  ];
  // After its first agent it waits for an hour: it can't have ended before another one is asked for.
  const stop = (...stopped: { id: string }[]) => {
    const session_ids = stopped.map((one) => one.id);
    const body = { session_ids, action: "stop", canary: 1, pause_seconds: 3_600 };
    return call<Rollout & { msg: string }>("POST /rollouts", { body });
  };
  const both = await Promise.all([stop(first, own), stop(second, own), stop(third, other)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  const { id } = both.find(({ status }) => status === 201)!.body;
  for (const { body } of both.filter(({ status }) => status === 409))
    expect(body.msg).toMatch(`ollout ${id}, which has not ended`);
  expect((await stop(fourth, apart)).status).toBe(201);
});

// Cause: a TCP address whose port is not open, and a route that is closed to everyone, were "online through other sessions". Law:
// what nobody can reach is not called online.
it("names no address that is closed to everyone", async () => {
  await service.close();
  service = await startTestService({ edgeHttp: 0 });
  call = callOver((path, init) => fetch(`${service.origin}${path}`, init), service.key);
  const create = async (path: string, body: object) => {
    const answer = await call<{ id: string; token: string }>(`POST ${path}`, { body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };
  authtoken = (await create("/credentials", {})).token;
  const backend = { backend_id: (await create("/backends/tunnel_group", { labels: SHARED })).id };
  const { id } = await create("/edges/https", { hostports: ["routes.example:443"] });
  const route = (match: string, more: object = {}) =>
    create(`/edges/https/${id}/routes`, { match_type: "path_prefix", match, backend, ...more });
  await route("/open");
  await route("/closed", { oauth: { provider: { github: {} } } });
  await create("/edges/tcp", { hostports: ["tcp.example:20001"], backend });
  const { id: agent } = await connect("a", SHARED);
  const body = { session_ids: [agent], action: "restart" };
  const { batches } = (await call<RolloutPlan>("POST /rollout_previews", { body })).body;
  const open = expect.stringMatching(/^https:\/\/routes\.example(:\d+)?\/open$/) as unknown;
  // On Postgres another edge may open what this one can't.
  const named = inject("postgres")
    ? ["https://routes.example/closed", open, "tcp://tcp.example:20001"]
    : [open];
  expect(batches.map(({ offline, stays_up }) => [offline, stays_up])).toEqual([[named, []]]);
});
