import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Hello } from "#contract/agent-protocol.ts";
import { helloOf, RawAgent, startTestGateway, type TestGateway } from "../testing/test-gateway.ts";

let t: TestGateway;
let agent: RawAgent;
beforeEach(async () => {
  t = await startTestGateway({ commandTimeoutMs: 150 });
  agent = new RawAgent(t.url);
});
afterEach(() => t.dispose());

const online = async () => (await t.db.selectFrom("sessions").select("id").execute()).map(({ id }) => id);

async function join(parts: Partial<Hello> = {}): Promise<string> {
  return (await agent.join(helloOf(t.authtoken, parts))).session_id;
}

test("no such session", async () => {
  expect(await t.gateway.command("ts_nobody", "stop")).toBeNull();
});

test.each(["restart", "stop"] as const)(
  "an accepted %s has ended the session when it is told",
  async (kind) => {
    const outcome = t.gateway.command(await join(), kind);
    const { id } = await agent.next("command");
    await agent.say({ type: "result", id });
    expect(await outcome).toEqual({ outcome: "accepted" });
    expect(await online()).toEqual([]);
    expect(await agent.closed).toBe(1000);
  },
);

test("an accepted update leaves the session online", async () => {
  const session = await join();
  const outcome = t.gateway.command(session, "update");
  const command = await agent.next("command");
  expect(command.kind).toBe("update");
  await agent.say({ type: "result", id: command.id });
  expect(await outcome).toEqual({ outcome: "accepted" });
  expect(await online()).toEqual([session]);
});

test.each([
  ["update", "update_running", { outcome: "refused", refusal: "update_running", reason: "No." }],
  ["update", undefined, { outcome: "failed", reason: "No." }],
  ["stop", "update_running", { outcome: "failed", reason: "No." }],
] as const)("%s answered with an error and refusal %s", async (kind, refusal, expected) => {
  const session = await join();
  const outcome = t.gateway.command(session, kind);
  const { id } = await agent.next("command");
  await agent.say({ type: "result", id, error: "No.", refusal });
  expect(await outcome).toEqual(expected);
  expect(await online()).toEqual([session]);
});

test.each([
  [
    "a capability with a reason",
    { capabilities: { restart: "Not today.", stop: "", update: "" } },
    "Not today.",
  ],
  [
    "Windows",
    { os: "windows" },
    "An agent on Windows can’t restart itself. Stop it, then start it on its host.",
  ],
  [
    "ssh",
    { transport: "ssh" as const },
    "An ssh session has no agent that can restart itself. Stop it, then open it again.",
  ],
])("restart is unsupported: %s", async (_name, parts, reason) => {
  expect(await t.gateway.command(await join(parts), "restart")).toEqual({ outcome: "unsupported", reason });
});

test("no answer in time; the late one changes nothing", async () => {
  const session = await join();
  const outcome = t.gateway.command(session, "update");
  const { id } = await agent.next("command");
  expect(await outcome).toEqual({ outcome: "silent", afterMs: 150 });
  await agent.say({ type: "result", id });
  await agent.say({ type: "heartbeat" });
  await agent.next("heartbeat");
  expect(await online()).toEqual([session]);
});

test("the socket goes away before an answer", async () => {
  const outcome = t.gateway.command(await join(), "restart");
  await agent.next("command");
  agent.socket.terminate();
  expect(await outcome).toEqual({ outcome: "unreachable" });
});

test("an answer just before the socket goes away counts", async () => {
  const outcome = t.gateway.command(await join(), "restart");
  const { id } = await agent.next("command");
  await agent.say({ type: "result", id });
  agent.socket.terminate();
  expect(await outcome).toEqual({ outcome: "accepted" });
});

test("several commands at once each get their own answer", async () => {
  const session = await join();
  const outcomes = ["update", "update", "stop"] as const;
  const waiting = outcomes.map((kind) => t.gateway.command(session, kind));
  const [first, second, third] = [
    await agent.next("command"),
    await agent.next("command"),
    await agent.next("command"),
  ];
  await agent.say({ type: "result", id: second.id, error: "Busy.", refusal: "update_running" });
  await agent.say({ type: "result", id: first.id });
  await agent.say({ type: "result", id: third.id, error: "Later." });
  expect(await Promise.all(waiting)).toEqual([
    { outcome: "accepted" },
    { outcome: "refused", refusal: "update_running", reason: "Busy." },
    { outcome: "failed", reason: "Later." },
  ]);
});

test("two restarts at once: one is accepted, the other finds nobody", async () => {
  const session = await join();
  const waiting = [t.gateway.command(session, "restart"), t.gateway.command(session, "restart")];
  const { id } = await agent.next("command");
  await agent.say({ type: "result", id });
  expect(await Promise.all(waiting)).toEqual([{ outcome: "accepted" }, { outcome: "unreachable" }]);
  await vi.waitFor(async () => expect(await t.gateway.command(session, "restart")).toBeNull());
});
