import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Event } from "#contract/event.ts";
import { type AwsFault, type AwsReceiver, startAwsReceiver } from "../testing/aws-receiver.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const QUICK = { pollMs: 5, retry: { firstMs: 5, mostMs: 20, giveUpMs: 60_000 } };
const ID = "AKIAIOSFODNN7EXAMPLE";
const SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const AT = "eu-west-1:123456789012";

let app: TestApp;
let aws: AwsReceiver;
beforeEach(async () => {
  app = await startTestApp({ delivery: QUICK });
  aws = await startAwsReceiver();
  aws.keys.set(ID, SECRET);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await app.close();
  aws.close();
});

const creds = { creds: { aws_access_key_id: ID, aws_secret_access_key: SECRET } };
/** A target of each kind, let in by `auth`. */
const TARGETS = {
  firehose: (auth: object) => ({
    firehose: {
      auth,
      delivery_stream_arn: `arn:aws:firehose:${AT}:deliverystream/events`,
      endpoint: aws.url,
    },
  }),
  kinesis: (auth: object) => ({
    kinesis: { auth, stream_arn: `arn:aws:kinesis:${AT}:stream/events`, endpoint: aws.url },
  }),
  cloudwatch_logs: (auth: object) => ({
    cloudwatch_logs: { auth, log_group_arn: `arn:aws:logs:${AT}:log-group:events:*`, endpoint: aws.url },
  }),
};
const KINDS = Object.keys(TARGETS) as (keyof typeof TARGETS)[];

async function make(path: string, body: object): Promise<{ id: string }> {
  const answer = await app.call<{ id: string }>(`POST ${path}`, { body });
  expect([answer.status, answer.body]).toEqual([201, answer.body]);
  return answer.body;
}
type Tested = { delivered: boolean; reason: string | null };
const test = async (id: string) => (await app.call<Tested>(`POST /event_destinations/${id}/test`)).body;

describe.each(KINDS)("%s", (kind) => {
  // Law: whatever a target refuses, throttles or cuts off, each event arrives, in the order of its object, and no other.
  it("gets all events through every fault, in batches within its limits, signed", async () => {
    const faults: AwsFault[] = ["half", "throttled", "cut after", "half", "cut before", null];
    let asked = 0;
    aws.fault = () => faults[asked++ % faults.length] ?? null;
    const { id } = await make("/event_destinations", { target: TARGETS[kind](creds) });
    const sources = [{ type: "ip_policy_created.v0" }, { type: "ip_policy_updated.v0" }];
    await make("/event_subscriptions", { sources, destination_ids: [id] });
    const policies = await Promise.all(Array.from({ length: 5 }, () => make("/ip_policies", {})));
    for (let i = 0; i < 6; i += 1)
      for (const policy of policies)
        await app.call(`PATCH /ip_policies/${policy.id}`, { body: { description: `${i}` } });
    app.deliverer.start();
    const state = async () => (await app.call(`GET /event_destinations/${id}/delivery`)).body;
    await vi.waitFor(async () => expect(await state()).toMatchObject({ due: 0, failed: 0 }));
    const { events } = (await app.call<{ events: Event[] }>("GET /events?limit=100")).body;
    const sent = events.filter((one) => one.event_type.startsWith("ip_policy")).toReversed();
    const first = [...new Map(aws.received.map(({ event }) => [event.event_id, event])).values()];
    const of = (all: readonly Event[], policy: string) =>
      all.filter(({ object }) => object["id"] === policy).map((one) => one.event_id);
    for (const policy of policies) expect(of(first, policy.id)).toEqual(of(sent, policy.id));
    expect(first.length).toBe(sent.length);
    expect(aws.refusals).toEqual([]);
    expect(Math.max(...aws.batches)).toBeGreaterThan(1);
    // One object is in one shard.
    const wrongKeys = aws.received.filter(
      ({ event, key }) => key !== undefined && key !== event.object["id"],
    );
    expect([wrongKeys, aws.received.some(({ key }) => key !== undefined)]).toEqual([[], kind === "kinesis"]);
  });

  it("is let in by a role, whose keys are asked for once", async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", ID);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", SECRET);
    const role_arn = "arn:aws:iam::123456789012:role/events";
    const target = TARGETS[kind]({ role: { role_arn, endpoint: aws.url } });
    const { id } = await make("/event_destinations", { target });
    await make("/event_subscriptions", {
      sources: [{ type: "ip_policy_created.v0" }],
      destination_ids: [id],
    });
    app.deliverer.start();
    for (let i = 1; i <= 2; i += 1) {
      await make("/ip_policies", {});
      await vi.waitFor(() => expect(aws.received).toHaveLength(i));
    }
    const { id: account } = await app.db.selectFrom("account").select("id").executeTakeFirstOrThrow();
    expect([aws.assumed, aws.refusals]).toEqual([[`${role_arn} ${account}`], []]);
  });
});

it("a wrong secret is said by a test, and is in no answer, event or log", async () => {
  const wrong = { creds: { aws_access_key_id: ID, aws_secret_access_key: "never-to-be-seen" } };
  const { id } = await make("/event_destinations", { target: TARGETS.firehose(wrong) });
  expect(await test(id)).toMatchObject({
    delivered: false,
    reason: "The target answered InvalidSignatureException",
  });
  const kept = { creds: { aws_access_key_id: ID } };
  const change = (auth: object) =>
    app.call(`PATCH /event_destinations/${id}`, { body: { target: TARGETS.firehose(auth) } });
  expect((await change(kept)).body).toMatchObject({
    target: { firehose: { auth: { ...kept, role: null } } },
  });
  const other = await change({ creds: { aws_access_key_id: "AKIAANOTHERKEY000000" } });
  expect(other).toMatchObject({ status: 400, body: { error_code: "ERR_GATEHOUSE_215" } });
  const events = JSON.stringify((await app.call("GET /events")).body);
  expect(events).toContain("<SECRET_ACCESS_KEY>");
  const answers = JSON.stringify((await app.call("GET /event_destinations")).body);
  for (const text of [events, answers, app.logged.join("")]) expect(text).not.toContain("never-to-be-seen");
  expect(answers).not.toContain("<SECRET_ACCESS_KEY>");
  expect((await change(creds)).status).toBe(200);
  expect(await test(id)).toMatchObject({ delivered: true, reason: null });
});

// Law: an endpoint is no way into networks that only the service can reach.
it("an endpoint does not lead into a private network unless it may", async () => {
  const rights = { filesDir: app.dir, privateAddresses: false, accountId: "ac_1" };
  const guarded = await startTestApp({ delivery: { rights } });
  for (const endpoint of [aws.url, aws.url.replace("127.0.0.1", "localhost")]) {
    const target = { firehose: { ...TARGETS.firehose(creds).firehose, endpoint } };
    const { body } = await guarded.call<{ id: string }>("POST /event_destinations", { body: { target } });
    const answer = await guarded.call<Tested>(`POST /event_destinations/${body.id}/test`);
    expect(answer.body.reason).toContain("Start the service with --private-destinations");
  }
  await guarded.close();
  expect(aws.received).toEqual([]);
});
