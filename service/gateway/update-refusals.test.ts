// Cause: that an agent refuses updates was known to the browser alone that had sent one. Law: the service keeps it with the session, for
// whoever asks, until the agent takes an update or the session ends.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CommandResult } from "#contract/agent-protocol.ts";
import { updatesTold } from "#service/store/sessions.ts";
import { helloOf, RawAgent, startTestGateway, type TestGateway } from "../testing/test-gateway.ts";

let t: TestGateway;
let agent: RawAgent;
let id: string;
beforeEach(async () => {
  t = await startTestGateway();
  agent = new RawAgent(t.url);
  id = (await agent.join(helloOf(t.authtoken))).session_id;
});
afterEach(() => t.dispose());

/** What the agent answers to an update, and what is kept once that is told. */
async function answering(result: Partial<CommandResult>): Promise<string[]> {
  const outcome = t.gateway.command(id, "update");
  await agent.say({ type: "result", id: (await agent.next("command")).id, ...result });
  await outcome;
  return refusing();
}
const refusing = async () => (await updatesTold(t.db)).refused.map((one) => one.id);
const off = { error: "Off.", refusal: "update_disabled" } as const;

test("is kept with its time, and anew with each", async () => {
  const from = Date.now() - 1_000;
  expect(await answering({ error: "No.", refusal: "update_not_available" })).toEqual([]);
  expect(await answering(off)).toEqual([id]);
  expect(await answering(off)).toEqual([id]);
  const [kept] = (await updatesTold(t.db)).refused;
  expect(Date.parse(kept?.refused_at ?? "")).toBeGreaterThanOrEqual(from);
});

test.each<[string, Partial<CommandResult>]>([
  ["takes one", {}],
  ["says that one is under way", { error: "Busy.", refusal: "update_running" }],
])("ends once the agent %s", async (_, result) => {
  expect(await answering(off)).toEqual([id]);
  expect(await answering(result)).toEqual([]);
});

test("ends with what the agent says of an update, and with its session", async () => {
  expect(await answering(off)).toEqual([id]);
  await agent.say({ type: "update", state: "updating", version: "3.19.0" });
  await vi.waitFor(async () => expect(await refusing()).toEqual([]));
  expect(await answering(off)).toEqual([id]);
  agent.socket.close();
  await vi.waitFor(async () => expect(await refusing()).toEqual([]));
});
