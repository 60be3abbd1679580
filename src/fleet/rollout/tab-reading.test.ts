// Cause: a rollout by the tab restarted agents that still said that they were updating, and nothing proved that it halts by the
// errors of an endpoint. Law: whoever runs a rollout asks the same of the service, and holds while it can't be read.
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { QueryClient } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type AgentSession, openSession } from "#agent/session.ts";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { advance, newRollout } from "#contract/rollouts/machine.ts";
import { planRollout } from "#contract/rollouts/plan.ts";
import type { RolloutCreate } from "#contract/rollouts/rollout.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { endpoints } from "#resources/endpoints.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { acceptingHost } from "#service/testing/accepting-host.ts";
import { callOver } from "#service/testing/test-app.ts";
import { startTestService, type TestService } from "#testing/service.ts";
import { onlineOf } from "./tab-place.ts";
import { readForRollout } from "./tab-reading.ts";
import type { TabRollout } from "./tab-store.ts";

let service: TestService;
let agent: AgentSession;
let client: QueryClient;
let sessions: TunnelSession[];
/** Where the edge has its tunnel, over HTTP. */
let plainUrl: URL;

beforeAll(async () => {
  service = await startTestService({ edgeHttp: 0 });
  const call = callOver((path, init) => fetch(`${service.origin}${path}`, init), service.key);
  const { token } = (await call<{ token: string }>("POST /credentials", { body: {} })).body;
  await new Promise<void>((resolve) => {
    agent = openSession({
      url: `${service.origin.replace("http", "ws")}/agent`,
      authtoken: token,
      host: {
        ...acceptingHost,
        version: "1.0.0",
        reports: { current: { state: "failed", version: "1.1.0", reason: "The disk is full." } },
      },
      tunnels: [{ proto: "http", forwards_to: "http://127.0.0.1:1" }],
      onOnline: ({ tunnels }) => {
        plainUrl = new URL(tunnels[0]!.plain_url!);
        resolve();
      },
    });
  });
});
afterAll(async () => {
  await agent.close();
  await service.close();
});
beforeEach(async () => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  setConnection(
    { baseUrl: `${service.origin}/api`, key: service.key, versionHeader: "Service-Version" },
    { remember: false },
  );
  sessions = await client.fetchQuery(tunnelSessions.query);
});
afterEach(forgetConnection);

/** As the tab keeps it before its first look. */
function planned(body: Omit<RolloutCreate, "session_ids">, halt_url: string | null = null): TabRollout {
  const served = { keysOf: new Map(), sessionsOf: new Map(), namesOf: () => [] };
  const ids = sessions.map(({ id }) => id);
  const plan = planRollout({ ...body, session_ids: ids }, sessions.map(onlineOf), served);
  const state = newRollout(plan.asked, plan.agents);
  const where = { base: `${service.origin}/api`, who: null, id: "tab_1", revision: 0, created_at: "" };
  return { ...where, ...plan, asked: { ...plan.asked, halt_url }, state, told: [null], known: ids };
}

it("does not restart an agent that says that its update failed", async () => {
  const at = Date.now();
  const kept = planned({ action: "update_and_restart" });
  const begun = advance(kept.state, { at, ...(await readForRollout(client, kept, sessions, at)) });
  expect(begun.commands).toMatchObject([{ kind: "update" }]);
  const answer = { agent: 0, step: 0, outcome: "accepted", detail: "" } as const;
  const state = advance(begun.state, { at, answers: [answer] }).state;
  const settled = { ...kept, state };
  const { waits, ...read } = await readForRollout(client, settled, sessions, at + 10_000);
  expect(waits).toBeNull();
  const { state: after, commands } = advance(state, { at: at + 10_000, ...read });
  expect([commands, after.agents[0]?.detail]).toEqual([[], "The update to 1.1.0 failed. The disk is full."]);

  // Where it can't be asked, nobody takes it for ready.
  client.clear();
  forgetConnection();
  const unread = await readForRollout(client, settled, sessions, at + 10_000);
  expect(unread).toEqual({
    watched: undefined,
    waits: "What agents say of their updates could not be read.",
  });
  expect(advance(state, { at: at + 10_000, ...unread }).state).toBe(state);
});

it("halts by the errors of the endpoint that it watches", async () => {
  const [watched] = await client.fetchQuery(endpoints.query);
  const { id, public_url: url } = watched!;
  const { hostname: host, port } = plainUrl;
  for (let i = 0; i < 5; i += 1) {
    // This agent carries no requests.
    const [answer] = (await once(get({ host: "127.0.0.1", port, headers: { host } }), "response")) as [
      IncomingMessage,
    ];
    expect(answer.resume().statusCode).toBe(503);
  }
  const kept = planned({ action: "restart", halt_endpoint_id: id, halt_error_percent: 100 }, url);
  const read = await vi.waitFor(async () => {
    const seen = await readForRollout(client, kept, sessions, Date.now());
    expect(seen.watched).toEqual({ requests: 5, errors: 5 });
    return seen;
  });
  const { state, commands } = advance(kept.state, { at: Date.now(), ...read });
  expect([commands, state.status, state.halted_by]).toEqual([[], "halted", "errors"]);
});
