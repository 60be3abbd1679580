// Cause: whether a message is signed, or has a token in its body, could not be told of any request, though its body was kept. Law:
// where a body was kept whole, a preview says what the edge then does; where it was not, it says so, and nobody is asked
// (docs/decisions/edge/previews.md).
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as fc from "fast-check";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, test, vi } from "vitest";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { EDGE, moduleEdge } from "../testing/module-edge.ts";

const t = moduleEdge();
const DAY = 86_400_000;
const keeping = (isOn: boolean): void => {
  t.captures.clear();
  if (isOn) t.captures.set(t.ids.route, Date.now() + DAY);
};
const HEADERS = { host: EDGE, "content-type": "application/json" };

/** Sends these to the route, one after the other; their events, and who got through. */
async function send(messages: readonly { headers: Record<string, string>; body: string; isKept: boolean }[]) {
  t.events.length = 0;
  for (const { headers, body, isKept } of messages) {
    keeping(isKept);
    const length = String(Buffer.byteLength(body));
    const sent = { ...HEADERS, "content-length": length, ...headers };
    await t.call("/v1/in", { method: "POST", headers: sent, body });
  }
  await vi.waitUntil(() => t.events.length === messages.length, { interval: 5 });
  const events = [...t.events];
  return { events, passed: events.map(({ gatehouse }) => gatehouse?.error_code === undefined) };
}

const read: TrafficEvent[] = [];
/** What the preview says, in the order of the requests. */
async function told(kind: string, request: Record<string, unknown>, events: readonly TrafficEvent[]) {
  const module = { ownerId: t.ids.route, kind, request };
  read.length = 0;
  const { effects } = await t.edge.preview({ module }, events.toReversed(), async (event) => {
    read.push(event);
    return Buffer.from(event.gatehouse?.capture?.request?.content ?? "", "base64");
  });
  return effects.toReversed();
}
const verdictOf = (effect: Awaited<ReturnType<typeof told>>[number]) =>
  typeof effect === "string" ? effect : effect.verdict;

/** Whose signature is not kept; over the body; over the body and a time, good once. */
const PROVIDERS = ["github", "shopify", "box"] as const;
const hook = fc.record({
  enabled: fc.boolean(),
  provider: fc.constantFrom(...PROVIDERS),
  secret: fc.constantFrom("a", "b"),
});
const message = fc.record({
  by: fc.constantFrom(...PROVIDERS, null),
  secret: fc.constantFrom("a", "b"),
  text: fc.constantFrom("Zoë", "{}"),
  isKept: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
});

type Message = typeof message extends fc.Arbitrary<infer M> ? M : never;
const time = new Date().toISOString();
function signed({ by, secret, text, isKept }: Message, round: number) {
  const body = JSON.stringify({ round: String(round).padStart(4, "0"), text });
  const hmac = () => createHmac("sha256", secret).update(body);
  const headers: Record<string, string> =
    by === "github"
      ? { "x-hub-signature-256": `sha256=${hmac().digest("hex")}` }
      : by === "shopify"
        ? { "x-shopify-hmac-sha256": hmac().digest("base64") }
        : by === "box"
          ? {
              "box-delivery-timestamp": time,
              "box-signature-primary": hmac().update(time).digest("base64"),
            }
          : {};
  return { headers, body, isKept };
}

let rounds = 0;
type Hook = typeof hook extends fc.Arbitrary<infer H> ? H : never;
const OFF: Hook = { enabled: false, provider: "box", secret: "a" };
const TWICE: Message = { by: "box", secret: "a", text: "{}", isKept: true };
/** The same message once more; before the second one came something that nobody knows. */
const EXAMPLES: [saved: Hook, draft: Hook, all: Message[]][] = [
  [OFF, { ...OFF, enabled: true }, [TWICE, TWICE]],
  [OFF, { ...OFF, enabled: true }, [{ ...TWICE, isKept: false }, TWICE]],
];

test("webhooks are verified as the edge then does it, as far as they were kept", async () => {
  let exact = 0;
  await fc.assert(
    fc.asyncProperty(
      hook,
      hook,
      fc.array(message, { minLength: 1, maxLength: 5 }),
      async (saved, draft, all) => {
        // Another body each time: the edge remembers messages that are good once.
        const sendAll = () => {
          rounds += 1;
          return send(all.map((one) => signed(one, rounds)));
        };
        await t.set("webhook_verification", saved);
        const before = await sendAll();
        const said = (await told("webhook_verification", draft, before.events)).map(verdictOf);
        expect(read.filter(({ gatehouse }) => !gatehouse?.capture)).toEqual([]);
        await t.set("webhook_verification", draft);
        const after = await sendAll();
        const was = before.passed.map((passed, index) =>
          passed === after.passed[index] ? "none" : passed ? "block" : "allow",
        );
        const isOf = (provider: string) =>
          [saved, draft].some((one) => one.enabled && one.provider === provider);
        const mayBe = all.map(
          ({ by, isKept }, index) =>
            !isKept ||
            (isOf("github") && by === "github") ||
            (isOf("box") && all.slice(0, index).some((one) => !one.isKept)),
        );
        exact += said.filter((one, index) => one !== "unknown" && one !== "none" && !mayBe[index]).length;
        expect(said.map((one, index) => (one === "unknown" && mayBe[index] ? was[index] : one))).toEqual(was);
      },
    ),
    { numRuns: 8, examples: EXAMPLES },
  );
  expect(exact).toBeGreaterThan(0);
  await t.set("webhook_verification", null);
});

// Cause: a message without a signature was unknown where its body was not kept. Law: what lacks one is blocked, whatever its body is.
test("a message without a signature is known to be blocked", async () => {
  const unsigned = { headers: {}, body: "{}", isKept: false };
  const { events } = await send([unsigned, signed({ ...TWICE, isKept: false }, 0)]);
  expect(await told("webhook_verification", { provider: "box", secret: "a" }, events)).toEqual([
    { verdict: "block", reason: expect.stringMatching(/^No signature in box-signature-primary/) },
    "unknown",
  ]);
});

test("a body that was cut, packed, changed or left unread decides nothing", async () => {
  const draft = { provider: "shopify", secret: "a" };
  const bodies = ["x".repeat(300_000), '{"password":"1"}', "plain"].map((body) => ({
    headers: { "x-shopify-hmac-sha256": createHmac("sha256", "a").update(body).digest("base64") },
    body,
    isKept: true,
  }));
  const packed = { ...bodies[2]!, headers: { ...bodies[2]!.headers, "content-encoding": "identity" } };
  const { events } = await send([...bodies, packed]);
  expect(await told("webhook_verification", draft, events)).toEqual([
    "unknown",
    "unknown",
    "none",
    "unknown",
  ]);
  await t.set("user_agent_filter", { allow: ["nobody"] });
  const unread = await send([bodies[2]!]);
  await t.set("user_agent_filter", null);
  await t.set("webhook_verification", { provider: "shopify", secret: "b" });
  expect(await told("webhook_verification", draft, unread.events)).toEqual(["unknown"]);
});

test("a token in a body is judged by the keys that are known, at its own time", async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "e1" };
  let asked = 0;
  const issuer = createServer((_request, response) => {
    asked += 1;
    response.end(JSON.stringify({ keys: [jwk] }));
  }).listen(0, "127.0.0.1");
  await once(issuer, "listening");
  const url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  const draft = (audience: string, keys: string) => ({
    issuer: { allow_list: { value: "https://login.example" } },
    audience: { allow_list: { value: audience } },
    http: { tokens: { type: "jwt", method: "body", name: "proof" } },
    jws: { allowed_algorithms: ["ES256"], keys: { sources: { additional_jkus: [keys] } } },
  });
  const now = Math.floor(Date.now() / 1_000);
  const proof = (expires: number) =>
    new SignJWT({ iss: "https://login.example", aud: "shop", exp: now + expires })
      .setProtectedHeader({ alg: "ES256", kid: "e1" })
      .sign(privateKey);
  const sent = [{ proof: await proof(300) }, { proof: await proof(-900) }, {}, { proof: "none" }];
  const { events } = await send(
    sent.map((body) => ({ headers: {}, body: JSON.stringify(body), isKept: true })),
  );
  const says = async (audience: string, keys = url) =>
    (await told("jwt_validation", draft(audience, keys), events)).map(verdictOf);
  // Nobody is asked for keys, so that nothing is known of what is a token.
  expect(await says("shop")).toEqual(["unknown", "unknown", "block", "unknown"]);
  await t.set("jwt_validation", draft("shop", url));
  expect((await send([{ headers: {}, body: JSON.stringify(sent[0]), isKept: true }])).passed).toEqual([true]);
  await t.set("jwt_validation", null);
  expect(await says("shop")).toEqual(["none", "block", "block", "block"]);
  expect(await says("other")).toEqual(["block", "block", "block", "block"]);
  // When it is past its end, it was not when it came.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  expect((await says("shop")).slice(0, 2)).toEqual(["none", "block"]);
  vi.useRealTimers();
  expect(asked).toBe(1);
  issuer.closeAllConnections();
  issuer.close();
});
