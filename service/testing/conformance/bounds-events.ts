import { EVENT_KINDS } from "#contract/events/catalogue.ts";
import { AWS_BOUNDS, AWS_REFUSALS, made } from "./bounds-aws-targets.ts";
import { newId } from "../../store/ids.ts";
import { insertDeliveries } from "../../store/event-deliveries.ts";
import { type AtBound, type Beyond, type Bounds, many } from "./bound.ts";
import { CHOICES, HTTP, TCP } from "./bounds-event-sources.ts";
import { NO_ID, type Refusal, type Refusals } from "./refusal.ts";
import type { World } from "./world.ts";

const url = (text: string) => ({ target: { webhook: { url: text } } });
const secret = (bytes: number) => ({
  target: {
    webhook: { url: "https://a.example/", secret: `whsec_${Buffer.alloc(bytes).toString("base64")}` },
  },
});
export const EVENT_DESTINATION_BOUNDS: Bounds = {
  accepts: [
    ...AWS_BOUNDS.accepts,
    ["the format in capitals", { format: "JSON" }],
    ["a webhook", made(url("https://hooks.example/a?b=c"))],
    ["a webhook of this machine", made(url("http://127.0.0.1:9/"))],
    ["a signing secret of 24 bytes", made(secret(24))],
    ["a signing secret of 64 bytes", made(secret(64))],
    ["a name of 64 characters", { target: { file: { name: "x".repeat(64) } } }],
    ["null for the other targets", { target: { file: { name: "a" }, webhook: null } }],
  ],
  refuses: [
    ...AWS_BOUNDS.refuses,
    ["an unknown format", { format: "xml" }, "format", "formatUnknown"],
    ["no target", { target: undefined }, "target", "targetMissing"],
    ["an empty target", { target: {} }, "target", "targetMissing"],
    [
      "two targets",
      { target: { file: { name: "a" }, webhook: { url: "https://a.example/" } } },
      "target",
      "targetsSeveral",
    ],
    ["text for the target", { target: "file" }, "target"],
    ["an unknown target", { target: { smoke: {} } }, "target.smoke", "fieldUnknown"],
    ["a webhook without its URL", { target: { webhook: {} } }, "target.webhook.url"],
    ["a webhook over http", url("http://hooks.example/"), "target.webhook.url"],
    ["a webhook with a password", url("https://a:b@hooks.example/"), "target.webhook.url"],
    ["another protocol", url("ftp://hooks.example/"), "target.webhook.url"],
    ["a URL of 2,049 bytes", url(`https://a.example/${"x".repeat(2_031)}`), "target.webhook.url"],
    ["a signing secret of 23 bytes", secret(23), "target.webhook.secret"],
    ["a signing secret of 65 bytes", secret(65), "target.webhook.secret"],
    [
      "a signing secret without its beginning",
      { target: { webhook: { url: "https://a.example/", secret: "x".repeat(40) } } },
      "target.webhook.secret",
    ],
    ["a name that leads out of the folder", { target: { file: { name: "../a" } } }, "target.file.name"],
    ["a name of 65 characters", { target: { file: { name: "x".repeat(65) } } }, "target.file.name"],
    ["a hidden file", { target: { file: { name: ".a" } } }, "target.file.name"],
    ["an empty name", { target: { file: { name: "" } } }, "target.file.name"],
  ],
};

const type = (name: string) => ({ sources: [{ type: name }] });
export const EVENT_SUBSCRIPTION_BOUNDS: Bounds = {
  accepts: [
    ["no sources and no destinations", { sources: [], destination_ids: [] }],
    ["every kind of event", { sources: EVENT_KINDS.map((kind) => ({ type: kind.type })) }],
    ...CHOICES.accepts.map(([what, change]): AtBound => [
      `of a source: ${what}`,
      { sources: [{ type: HTTP, ...change }] },
    ]),
  ],
  refuses: [
    ["a kind of event that is none", type("made_up.v0"), "sources.0.type", "eventTypeUnknown"],
    ["no kind of event", { sources: [{}] }, "sources.0.type"],
    [
      "a kind of event twice",
      { sources: [...type("domain_created.v0").sources, ...type("domain_created.v0").sources] },
      "sources.1.type",
      "sourceTaken",
    ],
    ["more sources than there are kinds", { sources: many(EVENT_KINDS.length + 1, () => ({})) }, "sources"],
    [
      "an unknown field of a source",
      { sources: [{ type: "domain_created.v0", x: 1 }] },
      "sources.0.x",
      "fieldUnknown",
    ],
    [
      "what is sent of an audit event",
      { sources: [{ type: "domain_created.v0", sample: 0.5 }] },
      "sources.0.sample",
    ],
    ...CHOICES.refuses.map(([what, change, path, ...problem]): Beyond => [
      `of a source: ${what}`,
      { sources: [{ type: HTTP, ...change }] },
      `sources.0.${path}`,
      ...problem,
    ]),
    [
      "a destination nobody knows",
      { destination_ids: [`ed_${NO_ID}`] },
      "destination_ids.0",
      "destinationUnknown",
    ],
    ["a destination of another kind", { destination_ids: ["ak_1"] }, "destination_ids.0"],
    ["a destination twice", { destination_ids: ["ed_1", "ed_1"] }, "destination_ids.1"],
    ["21 destinations", { destination_ids: many(21, (i) => `ed_${i}`) }, "destination_ids"],
  ],
};

const SOURCES = "/event_subscriptions/{subscription_id}/sources";
const SOURCE = `${SOURCES}/{type}`;
const TYPE = "domain_created.v0";

const subscription = async (world: World) => ({
  subscription_id: (await world.make("/event_subscriptions")).id,
});
const source = async (world: World) => ({ ...(await subscription(world)), type: TYPE });
const traffic = async (world: World) => ({ ...(await subscription(world)), type: HTTP });
const destination = async (world: World) => ({ id: (await world.make("/event_destinations")).id });

/** An event that could not be sent; answers its id in the list of those. */
async function failed(world: World): Promise<string> {
  const { id } = await destination(world);
  const more = { seq: 1, object_id: "o", type: TYPE, payload: "{}" };
  await insertDeliveries(world.app.db, [
    { destination_id: id, subscription_id: newId("eventSubscription"), event_id: newId("event"), ...more },
  ]);
  const row = await world.app.db
    .updateTable("event_deliveries")
    .set({ failed_at: "2026-11-23T00:00:00Z", reason: "The webhook answered 500", attempts: 3 })
    .where("destination_id", "=", id)
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export const EVENT_ROWS = {
  [`POST ${SOURCES}`]: {
    arrange: subscription,
    body: (world: World) => world.body(SOURCES),
    accepts: [["the least share", { type: TCP, sample: Number.MIN_VALUE }]],
    refuses: [
      ["a kind of event that is none", { type: "made_up.v0" }, "type", "eventTypeUnknown"],
      ["no kind of event", { type: undefined }, "type"],
      ["what is sent of an audit event", { filter: "true" }, "filter"],
      ["no share", { type: TCP, sample: 0 }, "sample"],
      [
        "a field that is not filterable",
        { type: TCP, filter: "ev.conn.bytes_in > 1" },
        "filter",
        "filterInvalid",
      ],
    ],
  },
  [`GET ${SOURCES}`]: { arrange: subscription },
  [`GET ${SOURCE}`]: { arrange: source },
  [`PATCH ${SOURCE}`]: {
    arrange: traffic,
    body: async () => ({}),
    accepts: CHOICES.accepts,
    refuses: CHOICES.refuses,
  },
  [`DELETE ${SOURCE}`]: { arrange: source },
  "GET /event_destinations/{id}/delivery": { arrange: destination },
  "GET /event_deliveries": {
    arrange: async () => ({}),
    list: { key: "event_deliveries", add: async (world: World) => (await destination(world)).id },
  },
  "POST /event_destinations/{id}/test": { arrange: destination },
  "POST /event_destinations/{id}/resend": {
    arrange: destination,
    body: async () => ({}),
    accepts: [
      ["no names", { ids: null }],
      ["1,000 names", { ids: many(1_000, (i) => `edl_${i}`) }],
    ],
    refuses: [
      ["an empty list", { ids: [] }, "ids"],
      ["1,001 names", { ids: many(1_001, (i) => `edl_${i}`) }, "ids"],
      ["a name of another kind", { ids: ["ev_1"] }, "ids.0"],
    ],
  },
  "GET /failed_events": { arrange: async () => ({}), list: { key: "failed_events", add: failed } },
} satisfies Record<
  string,
  Bounds & { arrange: (world: World) => Promise<Record<string, string>>; [more: string]: unknown }
>;

const noSource = (sent?: { body: object }): Refusal => [
  "sourceUnknown",
  "a kind of event that the subscription does not have",
  async (world) => ({
    ids: { ...(await subscription(world)), type: "domain_deleted.v0" },
    ...(sent && { sent }),
    says: ["domain_deleted.v0"],
  }),
];

export const EVENT_REFUSALS: Refusals = {
  ...AWS_REFUSALS,
  [`POST ${SOURCES}`]: [
    [
      "sourceTaken",
      "a kind of event that the subscription has",
      async (world) => ({ ids: await subscription(world), sent: { body: { type: TYPE } }, at: "type" }),
    ],
  ],
  [`GET ${SOURCE}`]: [noSource()],
  [`PATCH ${SOURCE}`]: [noSource({ body: {} })],
  [`DELETE ${SOURCE}`]: [noSource()],
  "PATCH /event_destinations/{id}": [
    [
      "targetKindFixed",
      "a target of another kind",
      async (world) => ({
        ids: await destination(world),
        sent: { body: url("https://a.example/") },
        at: "target",
      }),
    ],
  ],
  "DELETE /event_destinations/{id}": [
    [
      "destinationInUse",
      "one that a subscription sends to",
      async (world) => {
        const { id, destinations } = await world.make("/event_subscriptions");
        const [used] = destinations as { id: string }[];
        return { ids: { id: used?.id ?? "" }, says: [id] };
      },
    ],
  ],
  "GET /failed_events": [
    [
      "valueInvalid",
      "a destination of another kind",
      async () => ({ query: "destination_id=ak_1", at: "destination_id" }),
    ],
  ],
};
