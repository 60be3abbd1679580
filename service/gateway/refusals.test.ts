// Cause: of an agent that the service refused when it came back, its page said that its host may be down. Law: why an agent can't come
// back is told where the service knows it.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Hello } from "#contract/agent-protocol.ts";
import { newId } from "#service/store/ids.ts";
import { newToken } from "#service/store/tokens.ts";
import { helloOf, RawAgent, startTestGateway, type TestGateway } from "../testing/test-gateway.ts";

let t: TestGateway;
beforeEach(async () => {
  t = await startTestGateway();
});
afterEach(() => t.dispose());

const TUNNEL = { proto: "http", forwards_to: "http://localhost:3000" } as const;
const LABELLED = { ...TUNNEL, labels: { app: "web" } };

/** An agent that was online and left: its session, and the hello that it comes back with. */
async function left(tunnel: Hello["tunnels"][number]) {
  const agent = new RawAgent(t.url);
  const { session_id: id, tunnels } = await agent.join(helloOf(t.authtoken, { tunnels: [tunnel] }));
  agent.socket.close(1000);
  await vi.waitFor(async () => expect(await refusals()).toHaveProperty(id));
  const [{ kept, public_url: url = "" } = {}] = tunnels;
  return { id, url, hello: helloOf(t.authtoken, { tunnels: [{ ...tunnel, kept }] }) };
}

const allow = (...acl: string[]) =>
  t.db
    .updateTable("credentials")
    .set({ acl: JSON.stringify(acl) })
    .where("id", "=", t.credentialId)
    .execute();

async function answered(hello: Hello) {
  const agent = new RawAgent(t.url);
  await agent.say(hello);
  return agent.next("goodbye");
}

/** Why agents were refused, by the sessions that they had. */
async function refusals() {
  const rows = await t.db.selectFrom("ended_sessions").select(["id", "refusal"]).execute();
  return Object.fromEntries(rows.map(({ id, refusal }) => [id, refusal]));
}

test.each([
  ["with a URL", TUNNEL, /^The rules of this authtoken don’t allow the name [a-z0-9-]+\./],
  [
    "with labels",
    LABELLED,
    /^The rules of this authtoken don’t allow the labels app=web\. Use hostname=NAME with a/,
  ],
])("why an agent %s was refused is noted with the session that it had", async (_, tunnel, reason) => {
  const before = await left(tunnel);
  const other = await left({ ...TUNNEL, hostname: "app.northwind.example" });
  expect(await refusals()).toEqual({ [before.id]: null, [other.id]: null });
  await allow("bind:app.northwind.example");
  const { reason: told, retry } = await answered(before.hello);
  expect(told).toMatch(reason);
  expect(retry).toBe(false);
  expect(await refusals()).toEqual({ [before.id]: told, [other.id]: null });
});

test("one that was started anew is known by its looks, unless two look like it", async () => {
  const first = await left(LABELLED);
  await allow("bind:app=api");
  const { reason } = await answered(helloOf(t.authtoken, { tunnels: [LABELLED] }));
  expect(await refusals()).toEqual({ [first.id]: reason });
  await allow();
  const twins = [new RawAgent(t.url), new RawAgent(t.url)];
  for (const twin of twins) await twin.join(helloOf(t.authtoken, { tunnels: [LABELLED] }));
  for (const twin of twins) twin.socket.close(1000);
  await vi.waitFor(async () => expect(Object.keys(await refusals())).toHaveLength(3));
  await allow("bind:app=api");
  await answered(helloOf(t.authtoken, { tunnels: [LABELLED] }));
  expect(await refusals()).toMatchObject({ [first.id]: reason });
  expect(Object.values(await refusals()).filter((one) => one === null)).toHaveLength(2);
});

test.each([
  [["bind:app=ci", "bind:app=web"], "Add --label app=ci."],
  [["bind:*=*"], "Add --label NAME=VALUE."],
  [["bind:app=ci", "bind:*.northwind.example"], "Add hostname=NAME with a name that they allow."],
])("an agent without a name that the rules %j refuse is told: %s", async (acl, advice) => {
  // Cause: an authtoken that allows labels only was said to want a name, which it allows none of. Law: what is advised works.
  await allow(...acl);
  const { reason } = await answered(helloOf(t.authtoken, { tunnels: [TUNNEL] }));
  expect(reason).toContain(`allow an HTTP tunnel without a hostname. ${advice}`);
});

// Cause: of labels and names that the rules refuse nothing was said to do, and of an API key that its authtoken may have been deleted.
// Law: a refusal says what to do, and of what it is about.
test.each([
  [["bind:app=ci"], LABELLED, "the labels app=web. Use --label app=ci, or change the rules in the console."],
  [
    ["bind:app=ci"],
    { ...TUNNEL, hostname: "x.example" },
    "the name x.example. Use --label app=ci, or change",
  ],
  [
    ["bind:a.example"],
    { ...TUNNEL, hostname: "x.example" },
    "the name x.example. Use one that they allow, or change",
  ],
])("an agent that the rules %j refuse is told what to do", async (acl, tunnel, advice) => {
  await allow(...acl);
  const { reason } = await answered(helloOf(t.authtoken, { tunnels: [tunnel] }));
  expect(reason).toContain(`don’t allow ${advice}`);
});

test("an agent with an API key is told that it is none of its authtokens", async () => {
  const { reason } = await answered(helloOf(newToken("apiKey", newId("apiKey"))));
  expect(reason).toBe("This is an API key, not an authtoken. Create an authtoken in the console.");
});

test("a rule for the address that an agent has lets it come back to it, and to no other", async () => {
  const { url, hello } = await left(TUNNEL);
  const name = new URL(url).hostname;
  await allow(`bind:${name}`);
  const agent = new RawAgent(t.url);
  expect((await agent.join(hello)).tunnels[0]?.public_url).toBe(url);
  agent.socket.close(1000);
  await vi.waitFor(async () => expect(await t.db.selectFrom("sessions").selectAll().execute()).toEqual([]));

  await allow();
  const holder = new RawAgent(t.url);
  await holder.join(helloOf(t.authtoken, { tunnels: [{ ...TUNNEL, hostname: name }] }));
  await allow(`bind:${name}`);
  expect(await answered(hello)).toMatchObject({
    reason: expect.stringMatching(`^${name}:443 is taken by tunnel `),
    retry: true,
  });
});
