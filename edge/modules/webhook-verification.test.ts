// Cause: a route with webhook verification was closed to everybody. Law: the edge lets in what the provider has signed, once, with
// its body as it came, and says in the event why not; what a provider asks before it sends is answered by the edge.
import { createHmac } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import type { TrafficEvent } from "#contract/traffic/traffic-event.ts";
import { EDGE, moduleEdge } from "#edge/testing/module-edge.ts";

const t = moduleEdge();
const SECRET = "example-webhook-secret";
const BODY = '{"event":"order.paid",  "names":["Zoë"]}';
const mac = (text: string, hash = "sha256") => createHmac(hash, SECRET).update(text);
const seconds = (ago = 0): string => String(Math.floor(Date.now() / 1_000) - ago);

const use = (provider: string, secret: string | null = SECRET, enabled = true) =>
  t.set("webhook_verification", { enabled, provider, secret });
let calls = 0;
const call: typeof t.call = async (path, options = {}) => {
  calls += 1;
  const headers = { host: EDGE, "content-type": "application/json", "x-call": String(calls) };
  return await t.call(path, { ...options, headers: { ...headers, ...options.headers } });
};
const send = (headers: Record<string, string>, body = BODY) =>
  call("/v1/in?a=1", { method: "POST", headers, body });

/** What the event of the last request says. */
async function told() {
  const isLast = (event: TrafficEvent) =>
    event.event_type === "http_request_complete.v0" &&
    event.object.http?.request?.headers?.["X-Call"]?.[0] === String(calls);
  const { object, gatehouse } = await vi.waitUntil(() => t.events.find(isLast));
  const { verdict, reason } = gatehouse?.decisions?.[0] ?? {};
  const { decision } = "webhook_verification" in object ? (object.webhook_verification ?? {}) : {};
  return { verdict, reason, field: decision, code: gatehouse?.error_code };
}

function app(status = 200): Buffer[] {
  const bodies: Buffer[] = [];
  t.answer((asked, response) => {
    const parts: Buffer[] = [];
    asked.on("data", (part: Buffer) => parts.push(part));
    asked.on("end", () => {
      bodies.push(Buffer.concat(parts));
      response.writeHead(status).end("taken");
    });
  });
  return bodies;
}

const slack = (body = BODY, at = seconds()) => ({
  "x-slack-request-timestamp": at,
  "x-slack-signature": `v0=${mac(`v0:${at}:${body}`).digest("hex")}`,
});

/** One of each engine, with what it makes of the same message with another body. */
test.each<
  [provider: string, secret: string, headers: (body: string) => Record<string, string>, reason: RegExp]
>([
  [
    "GitHub",
    SECRET,
    (body) => ({ "x-hub-signature-256": `sha256=${mac(body).digest("hex")}` }),
    /No signature in x-hub-signature-256 matches/,
  ],
  ["slack", SECRET, (body) => slack(body), /No signature in x-slack-signature matches/],
  [
    "square",
    SECRET,
    (body) => ({ "x-square-hmacsha256-signature": mac(`http://${EDGE}/v1/in?a=1${body}`).digest("base64") }),
    /matches/,
  ],
  [
    "svix",
    `whsec_${Buffer.from(SECRET).toString("base64")}`,
    (body) => {
      const at = seconds();
      const signature = `v1,${mac(`msg_1.${at}.${body}`).digest("base64")}`;
      return { "svix-id": "msg_1", "svix-timestamp": at, "svix-signature": signature };
    },
    /No signature in svix-signature matches/,
  ],
])(
  "%s: what it signed gets in with its body intact, another body does not",
  async (provider, secret, headers, reason) => {
    const bodies = app();
    await use(provider, secret);
    expect(await send(headers(BODY))).toMatchObject({ status: 200, body: "taken" });
    expect(await told()).toMatchObject({
      verdict: "allow",
      reason: `Signed by ${provider.toLowerCase()}`,
      field: "allow",
    });
    expect(await send(headers(`${BODY} `))).toMatchObject({
      status: 403,
      headers: { "gatehouse-error-code": "ERR_GATEHOUSE_3250" },
    });
    expect(await told()).toMatchObject({
      verdict: "block",
      reason: expect.stringMatching(reason),
      field: "block",
      code: "ERR_GATEHOUSE_3250",
    });
    expect(await send({})).toMatchObject({ status: 403 });
    expect((await told()).reason).toMatch(/^No signature in/);
    expect(bodies.map(String)).toEqual([BODY]);
  },
);

test("a message is taken once and in its time, and again when the app failed", async () => {
  const [first, second] = ['{"first":1}', '{"second":2}'] as const;
  const bodies = app();
  await use("slack");
  const headers = slack(first);
  expect([await send(headers, first), await send(headers, first)]).toMatchObject([
    { status: 200 },
    { status: 403 },
  ]);
  expect(await told()).toMatchObject({ reason: "The same message came before" });
  expect(await send(slack(first, seconds(302)), first)).toMatchObject({ status: 403 });
  expect((await told()).reason).toMatch(/^Signed 30\d s ago\. The limit is 300 s$/);
  app(500);
  const other = slack(second);
  expect(await send(other, second)).toMatchObject({ status: 500 });
  const after = app();
  expect(await send(other, second)).toMatchObject({ status: 200 });
  expect([bodies.length, after.length]).toEqual([1, 1]);
});

test("a secret in a header, and none that is stored", async () => {
  app();
  await use("gitlab");
  expect(await send({ "x-gitlab-token": SECRET })).toMatchObject({ status: 200 });
  expect(await send({ "x-gitlab-token": `${SECRET}x` })).toMatchObject({ status: 403 });
  await use("gitlab", SECRET, false);
  expect(await send({})).toMatchObject({ status: 200 });
  for (const [provider, secret] of [
    ["svix", "no base64"],
    ["orbit", SECRET],
  ] as const) {
    await use(provider, secret);
    expect(await send({})).toMatchObject({
      status: 503,
      headers: { "gatehouse-error-code": "ERR_GATEHOUSE_3204" },
    });
    expect((await told()).reason).not.toContain(SECRET);
  }
});

test("up to 1 MiB is verified, and reaches the app whole", async () => {
  const bodies = app();
  await use("github");
  const longest = "x".repeat(1_048_576);
  const headers = { "x-hub-signature-256": `sha256=${mac(longest).digest("hex")}` };
  expect(await send(headers, longest)).toMatchObject({ status: 200 });
  expect(bodies[0]?.length).toBe(1_048_576);
  expect(await send(headers, `${longest}x`)).toMatchObject({ status: 413 });
  expect(await told()).toMatchObject({ reason: "More than 1048576 bytes", code: "ERR_GATEHOUSE_3223" });
});

describe("what a provider asks before it sends", () => {
  const ask = (path: string, headers: Record<string, string> = {}) => call(path, { headers });

  test("twitter: a signature of its token, of nothing that could be a message", async () => {
    const bodies = app();
    await use("twitter");
    const { status, body } = await ask("/v1/in?crc_token=MTIzNDU2Nzg5MA%3D%3D");
    expect([status, JSON.parse(body)]).toEqual([
      200,
      { response_token: `sha256=${mac("MTIzNDU2Nzg5MA==").digest("base64")}` },
    ]);
    expect(await told()).toMatchObject({ verdict: "answer", field: undefined });
    const forged = encodeURIComponent('{"for_user_id":"1"}');
    for (const token of [forged, "", "x".repeat(129), "%0A", "a%20b"])
      expect(await ask(`/v1/in?crc_token=${token}`)).toMatchObject({ status: 403 });
    expect(bodies).toEqual([]);
  });

  test("worldline: what it says, as a text", async () => {
    await use("worldline");
    const header = "x-gcs-webhooks-endpoint-verification";
    expect(await ask("/v1/in", { [header]: "f2d1-<b>" })).toMatchObject({
      status: 200,
      body: "f2d1-<b>",
      headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
    });
    expect(await ask("/v1/in", { [header]: "x".repeat(257) })).toMatchObject({ status: 403 });
    expect(await ask("/v1/in")).toMatchObject({ status: 403 });
  });

  test("xero: 200 where the signature is right, 401 where it is not", async () => {
    const bodies = app();
    await use("xero");
    const asked = '{"events":[],"firstEventSequence": 0,"lastEventSequence": 0, "entropy": "S0m3r4Nd0mt3xt"}';
    const signed = (body: string) => ({ "x-xero-signature": mac(body).digest("base64") });
    expect(await send(signed(asked), asked)).toMatchObject({ status: 200, body: "" });
    expect(await send(signed(BODY), asked)).toMatchObject({
      status: 401,
      headers: { "gatehouse-error-code": "ERR_GATEHOUSE_3250" },
    });
    expect(bodies).toEqual([]);
    const event = '{"events":[{"resourceId":"1"}]}';
    expect(await send(signed(event), event)).toMatchObject({ status: 200, body: "taken" });
  });

  test("zoom: the token and its signature, where the question is signed", async () => {
    await use("zoom");
    const body = '{"event":"endpoint.url_validation","payload":{"plainToken":"qgg8vlvZRS6UYooatFL8Aw"}}';
    const at = seconds();
    const headers = {
      "x-zm-request-timestamp": at,
      "x-zm-signature": `v0=${mac(`v0:${at}:${body}`).digest("hex")}`,
    };
    const answer = await send(headers, body);
    const encryptedToken = mac("qgg8vlvZRS6UYooatFL8Aw").digest("hex");
    expect(JSON.parse(answer.body)).toEqual({ plainToken: "qgg8vlvZRS6UYooatFL8Aw", encryptedToken });
    expect(await send({}, body)).toMatchObject({ status: 403 });
  });
});
