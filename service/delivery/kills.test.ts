import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Event } from "#contract/event.ts";
import { TEST_MS } from "../../scripts/patience.mjs";
import { seeded } from "../demo/random.ts";
import { callOver, type TestApp } from "../testing/test-app.ts";
import type { TestDatabase } from "../testing/postgres-database.ts";
import { createTestDatabase } from "../testing/test-postgres.ts";
import { type AwsFault, type AwsReceiver, startAwsReceiver } from "../testing/aws-receiver.ts";
import { buildService, launchService, type ServiceProcess } from "../testing/test-process.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../testing/webhook-receiver.ts";

/** `npm run torture` asks for more. */
const ROUNDS = Number(process.env["GATEHOUSE_TORTURE_ROUNDS"] ?? 2);
const SEED = Number(process.env["GATEHOUSE_TORTURE_SEED"] ?? Date.now() % 2_147_483_647);
const WRITERS = 4;
/** Answered before a kill at most. */
const WRITES = 40;
const AWS_KINDS = ["firehose", "kinesis", "cloudwatch_logs"] as const;
type AwsKind = (typeof AWS_KINDS)[number];
const KEY = { aws_access_key_id: "AKIAIOSFODNN7EXAMPLE", aws_secret_access_key: "of-nobody" };
const AWS_FAULTS: readonly AwsFault[] = ["throttled", "half", "cut before", "cut after"];
/** Only against hanging. */
const timeout = TEST_MS + ROUNDS * 10_000;

let dir: string;
let database: TestDatabase | null;
let hook: WebhookReceiver;
let aws: Record<AwsKind, AwsReceiver>;
let running: ServiceProcess;
beforeAll(() => buildService());
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "gatehouse-kills-"));
  database = await createTestDatabase({ bare: true });
  hook = await startWebhookReceiver();
  const started = AWS_KINDS.map(async (kind) => {
    const receiver = await startAwsReceiver();
    receiver.keys.set(KEY.aws_access_key_id, KEY.aws_secret_access_key);
    return [kind, receiver] as const;
  });
  aws = Object.fromEntries(await Promise.all(started)) as typeof aws;
});
afterEach(async () => {
  await kill();
  hook.close();
  for (const one of Object.values(aws)) one.close();
  await database?.drop();
  rmSync(dir, { recursive: true, force: true });
});

async function kill(): Promise<void> {
  running.child.kill("SIGKILL");
  await running.exited;
}

async function launch(): Promise<TestApp["call"]> {
  const env: Record<string, string> = database ? { GATEHOUSE_DATABASE_URL: database.url } : {};
  // On Postgres the next process goes on when the lease of the one before it has ended.
  running = launchService(["--data", dir, "--private-destinations", "--lease", "1"], { env });
  const origin = await running.origin;
  const key = readFileSync(join(dir, "admin.key"), "utf8").trim();
  return callOver((path, init) => fetch(`${origin}${path}`, init), key);
}

/** Changes one object again and again until there is no answer. */
async function write(call: TestApp["call"], id: string, round: number, answered: string[]): Promise<void> {
  for (let i = 0; ; i += 1) {
    const description = `${round}.${i}`;
    const sent = call(`PATCH /ip_policies/${id}`, { body: { description } });
    const answer = await sent.catch(() => null);
    if (answer?.status !== 200) return;
    answered.push(`${id} ${description}`);
  }
}

/** Every event of these objects, the oldest first. */
async function recorded(call: TestApp["call"], ids: readonly string[]): Promise<Event[]> {
  const all: Event[] = [];
  type Page = { events: Event[]; next_page_uri: string | null };
  for (let query: string | null = ""; query !== null;) {
    const { body }: { body: Page } = await call<Page>(`GET /events${query}`);
    all.push(...body.events);
    query = body.next_page_uri && new URL(body.next_page_uri).search;
  }
  const own = all.filter(({ object }) => ids.includes(String(object["id"])));
  // What is sent is the part that the API documents.
  for (const event of own) delete event.gatehouse;
  return own.toReversed();
}

/** A target of each kind, and what it took, in the order in which it came. */
function targets(): { target: object; received: () => Event[] }[] {
  const at = "eu-west-1:123456789012";
  const by = (kind: AwsKind) => ({ auth: { creds: KEY }, endpoint: aws[kind].url });
  const took = (kind: AwsKind) => () => aws[kind].received.map(({ event }) => event);
  const file = () =>
    readFileSync(join(dir, "events", "audit.ndjson"), "utf8")
      .trimEnd()
      .split("\n");
  const logs = `arn:aws:logs:${at}:log-group:events:*`;
  const stream = `arn:aws:firehose:${at}:deliverystream/events`;
  return [
    {
      target: { webhook: { url: hook.url, secret: hook.secret } },
      received: () => hook.received.map(({ event }) => event),
    },
    {
      target: { file: { name: "audit.ndjson" } },
      received: () => file().map((line) => JSON.parse(line) as Event),
    },
    {
      target: { firehose: { ...by("firehose"), delivery_stream_arn: stream } },
      received: took("firehose"),
    },
    {
      target: { kinesis: { ...by("kinesis"), stream_arn: `arn:aws:kinesis:${at}:stream/events` } },
      received: took("kinesis"),
    },
    {
      target: { cloudwatch_logs: { ...by("cloudwatch_logs"), log_group_arn: logs } },
      received: took("cloudwatch_logs"),
    },
  ];
}

const idOf = ({ event_id }: Event): string => event_id;
const told = ({ object }: Event): string => `${String(object["id"])} ${String(object["description"])}`;

test(
  "kill -9 at random moments: what was answered arrives, in the order of each object, and nothing else",
  { timeout },
  async () => {
    // Law: what is to be sent of a write is on the disk with it, and stays there until it was taken.
    const random = seeded(SEED);
    let call = await launch();
    type Made = { id: string };
    const make = async (path: string, body: object) => (await call<Made>(`POST ${path}`, { body })).body.id;
    const all = targets();
    const destinations: string[] = [];
    for (const { target } of all) destinations.push(await make("/event_destinations", { target }));
    const sources = [{ type: "ip_policy_created.v0" }, { type: "ip_policy_updated.v0" }];
    await make("/event_subscriptions", { sources, destination_ids: destinations });
    const ids: string[] = [];
    for (let i = 0; i < WRITERS; i += 1) ids.push(await make("/ip_policies", {}));
    hook.answer = () => (random() < 0.01 ? 503 : 204);
    for (const one of Object.values(aws)) one.fault = () => AWS_FAULTS[Math.floor(random() * 200)] ?? null;
    const answered: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const service = call;
      const writing = Promise.all(ids.map((id) => write(service, id, round, answered)));
      const enough = answered.length + random() * WRITES;
      await vi.waitUntil(() => answered.length >= enough, { interval: 1 });
      await sleep(random() * 10);
      await kill();
      await writing;
      call = await launch();
    }
    type State = { due: number; failed: number };
    const state = async (id: string) => (await call<State>(`GET /event_destinations/${id}/delivery`)).body;
    await vi.waitFor(
      async () => {
        for (const id of destinations) expect(await state(id)).toMatchObject({ due: 0, failed: 0 });
      },
      { interval: 200 },
    );
    const events = await recorded(call, ids);
    const again: number[] = [];
    for (const { target, received: taken } of all) {
      const [kind] = Object.keys(target);
      const received = taken();
      const first = [...new Map(received.map((event) => [event.event_id, event])).values()];
      again.push(received.length - first.length);
      for (const id of ids) {
        const of = (some: readonly Event[]) => some.filter(({ object }) => object["id"] === id).map(idOf);
        expect([kind, of(first)]).toEqual([kind, of(events)]);
      }
      expect([kind, first.length]).toEqual([kind, events.length]);
      const texts = (some: readonly Event[]) => new Set(some.map((event) => JSON.stringify(event)));
      expect([kind, texts(first)]).toEqual([kind, texts(events)]);
      const arrived = new Set(first.map(told));
      expect([kind, answered.filter((one) => !arrived.has(one))]).toEqual([kind, []]);
    }
    process.stdout.write(
      `deliveries ${database ? "postgres" : "sqlite"}: ${ROUNDS} killed; ${answered.length} writes answered, ` +
        `${events.length} events to each of ${all.length} targets, ${again.join(", ")} of them again; seed ${SEED}\n`,
    );
    expect(hook.received.filter(({ valid }) => !valid)).toEqual([]);
    expect(Object.values(aws).flatMap(({ refusals }) => refusals)).toEqual([]);
    expect(answered.length).toBeGreaterThan(ROUNDS);
  },
);
