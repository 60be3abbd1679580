import { afterEach, expect, it, vi } from "vitest";
import { forgetConnection, setConnection } from "#api/connection.ts";
import { createQueryClient } from "#api/query-client.ts";
import { fetchNewestSessions } from "#resources/tunnel-sessions.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { json, startFaultServer } from "#testing/fault-server.ts";
import { startTestService } from "#testing/service.ts";
import { awaitsRestart } from "./action.ts";
import { stateWords } from "./action-text.ts";
import { createLedger } from "./ledger.ts";
import { replacementOf } from "./replacement.ts";
import { reportText } from "./report.ts";
import { commandAgent, isFinal } from "./command-agent.ts";
import { sendCommand, sharedReading } from "./send.ts";

const connect = (origin: string, key = "k") =>
  setConnection({ baseUrl: `${origin}/api`, key, versionHeader: "Service-Version" }, { remember: false });
afterEach(forgetConnection);

const session: TunnelSession = {
  id: "ts_1",
  uri: "/tunnel_sessions/ts_1",
  agent_version: "3.18.2",
  ip: "203.0.113.1",
  os: "linux",
  region: "eu",
  started_at: "2026-11-21T14:00:00Z",
  transport: "service/2",
};

it("sends nothing to a session that somebody else restarted, and names its successor", async () => {
  const service = await startTestService({ demo: 8 });
  connect(service.origin, service.key);
  const before = await fetchNewestSessions();
  const old = before.find(({ os, transport }) => os === "linux" && transport === "service/2")!;
  await commandAgent(old.id, "restart");
  const successor = await vi.waitFor(
    async () => {
      const now = await fetchNewestSessions();
      const [added] = now.filter(({ id }) => before.every((one) => one.id !== id));
      expect(now.map(({ id }) => id)).not.toContain(old.id);
      return added!.id;
    },
    { interval: 200 },
  );
  const ledger = createLedger(null);
  const means = { client: createQueryClient(), ledger };
  await expect(sendCommand(means, { kind: "stop", session: old, urls: [], before })).rejects.toThrow(
    `It was offline before the command was sent. Its agent is now online as ${successor}.`,
  );
  const [action] = ledger.getSnapshot();
  expect(action).toMatchObject({ state: { phase: "refused", error: { status: 404 } } });
  expect(reportText(action!, "it")).toMatch(/Not sent\. It was offline/);
  expect(reportText(action!, "it")).not.toMatch(/Stop sent/);
  expect((await fetchNewestSessions()).map(({ id }) => id)).toContain(successor);
  await service.close();
});

/** Sends a command to a session that is listed, and gone once it arrives. */
async function sentTooLate(kind: AgentCommand) {
  const gone = { error_code: "ERR_GATEHOUSE_9004", status_code: 404, msg: "No such session.", details: {} };
  const list = { tunnel_sessions: [session], uri: "/tunnel_sessions", next_page_uri: null };
  const server = await startFaultServer((request, response) =>
    (request.method === "POST" ? json(404, gone) : json(200, list))(request, response),
  );
  connect(server.origin);
  const ledger = createLedger(null);
  const means = { client: createQueryClient(), ledger };
  const sent = await sendCommand(means, { kind, session, urls: [], before: [session] }).then(
    () => null,
    ({ message }: Error) => message,
  );
  await server.close();
  return { sent, action: ledger.getSnapshot()[0]! };
}

it("is unsure of a 404 for a session that was online just before, and says what the service said", async () => {
  const { sent, action } = await sentTooLate("stop");
  expect(sent).toBeNull();
  expect(action.state).toMatchObject({ phase: "unsure", error: { status: 404 } });
  expect(reportText(action, "it")).toContain(
    "Session not found. This command may have ended it. No such session.",
  );
});

// Cause: of an update answered 404 the ledger said that it may have worked. Law: an update takes no session away.
it("refuses an update whose session is gone when it arrives, and says so", async () => {
  const { sent, action } = await sentTooLate("update");
  const late = "It was offline before the command reached it.";
  expect(sent).toBe(late);
  expect(action.state).toMatchObject({ phase: "refused", error: { status: 404, msg: late } });
  expect(stateWords(action, Date.now())).toEqual({ tone: "off", text: "Offline", detail: late });
  expect(reportText(action, "it")).toContain(`Not delivered. ${late}`);
});

it("sends to a session beyond the newest page", async () => {
  const list = { tunnel_sessions: [], uri: "/tunnel_sessions", next_page_uri: null };
  const server = await startFaultServer((request, response) => {
    if (request.method === "POST") response.writeHead(204).end();
    else json(200, request.url?.endsWith("/ts_1") ? session : list)(request, response);
  });
  connect(server.origin);
  const ledger = createLedger(null);
  await sendCommand(
    { client: createQueryClient(), ledger },
    { kind: "stop", session, urls: [], before: [session] },
  );
  expect(ledger.getSnapshot()[0]?.state.phase).toBe("waiting");
  await server.close();
});

// Cause: over plain http browsers have no crypto.randomUUID, so that no command could be sent. Law: the console works without https.
it("sends where the browser offers no randomUUID", async () => {
  const list = { tunnel_sessions: [session], uri: "/tunnel_sessions", next_page_uri: null };
  const server = await startFaultServer((request, response) => {
    if (request.method === "POST") response.writeHead(204).end();
    else json(200, list)(request, response);
  });
  connect(server.origin);
  const ledger = createLedger(null);
  const real = crypto;
  vi.stubGlobal("crypto", {
    getRandomValues: (bytes: Uint32Array<ArrayBuffer>) => real.getRandomValues(bytes),
  });
  try {
    for (const kind of ["update", "stop"] as const)
      await sendCommand(
        { client: createQueryClient(), ledger },
        { kind, session, urls: [], before: [session] },
      );
  } finally {
    vi.unstubAllGlobals();
  }
  expect(new Set(ledger.getSnapshot().map(({ id }) => id)).size).toBe(2);
  await server.close();
});

// Cause: an agent that somebody else had updated was told as "Update refused", with a restart as advice where it can't restart
// itself. Law: the outcome is what is so, and its advice can be followed.
it.each([
  { os: "linux", code: 9104, text: "Ready to restart" },
  { os: "windows", code: 9104, text: "Restart by hand" },
  { os: "linux", code: 9101, text: "No update available" },
  { os: "linux", code: 9102, text: "Updates off" },
  { os: "linux", code: 9103, text: "Ready to restart" },
  { os: "linux", code: 806, text: "Update refused" },
])("an update on $os that is refused with $code: $text", async ({ os, code, text }) => {
  const agent = { ...session, os };
  const list = { tunnel_sessions: [agent], uri: "/tunnel_sessions", next_page_uri: null };
  const told = { error_code: `ERR_GATEHOUSE_${code}`, status_code: 409, msg: "The reason.", details: {} };
  const server = await startFaultServer((request, response) =>
    (request.method === "POST" ? json(409, told) : json(200, list))(request, response),
  );
  connect(server.origin);
  const ledger = createLedger(null);
  const sent = sendCommand(
    { client: createQueryClient(), ledger },
    { kind: "update", session: agent, urls: [], before: [agent] },
  );
  const isUnderWay = code === 9103 || code === 9104;
  const wouldFailAgain = await sent.then(() => false, isFinal);
  expect(wouldFailAgain).toBe(!isUnderWay);
  const [action] = ledger.getSnapshot();
  expect(stateWords(action!, Date.now() + 60_000).text).toBe(text);
  expect(awaitsRestart(action!)).toBe(isUnderWay);
  const refused = code === 9102 ? "Refused. Turn on update checks" : "Refused. The reason.";
  expect(reportText(action!, "it")).toContain(isUnderWay ? "Update already under way." : refused);
  await server.close();
});

it("takes nothing for a successor that could be another's", () => {
  const twin = { ...session, id: "ts_twin" };
  const back = { ...session, id: "ts_back", started_at: "2026-11-21T15:00:00Z" };
  const stranger = { ...back, id: "ts_x", metadata: "other" };
  const of = (before: TunnelSession[], now: TunnelSession[]) =>
    replacementOf({ session, before, now, actions: [] });
  expect(of([session], [back])).toBe("ts_back");
  expect(of([session, twin], [twin, back])).toBe("ts_back");
  expect(of([session, twin], [back])).toBeNull();
  expect(of([session], [stranger])).toBeNull();
  expect(of([session], [back, { ...back, id: "ts_b2" }])).toBeNull();
  expect(of([], [back])).toBeNull();
});

// Cause: each of 24 commands read the list anew, and one put off (429) was entered as failed. Law: commands that go out
// together share one reading, and what the service did not take is not told as sent.
it("shares one reading among commands, and enters nothing for one that is put off", async () => {
  const sessions = ["ts_1", "ts_2", "ts_3"].map((id) => ({ ...session, id }));
  const asked: string[] = [];
  const server = await startFaultServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url?.includes("ts_3")) {
      response.setHeader("Retry-After", "3");
      json(429, { error_code: "E", status_code: 429, msg: "Slow down.", details: {} })(request, response);
    } else if (request.method === "POST") response.writeHead(204).end();
    else json(200, { tunnel_sessions: sessions, uri: "", next_page_uri: null })(request, response);
  });
  connect(server.origin);
  const ledger = createLedger(null);
  const means = { client: createQueryClient(), ledger, newest: sharedReading() };
  const [first, second, third] = sessions.map((one) =>
    sendCommand(means, { kind: "stop", session: one, urls: [], before: sessions }),
  );
  await Promise.all([first, second]);
  await expect(third).rejects.toMatchObject({ status: 429, retryAfterSeconds: 3 });
  expect(asked.filter((one) => one.startsWith("GET"))).toHaveLength(1);
  expect(ledger.getSnapshot().map(({ sessionId }) => sessionId)).toEqual(["ts_1", "ts_2"]);
  await server.close();
});
