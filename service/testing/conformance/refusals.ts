import type { ErrorName } from "#contract/error.ts";
import type { Rollout } from "#contract/rollouts/rollout.ts";
import { testConfig } from "../test-config.ts";
import { addMember } from "../test-member.ts";
import type { LiveWorld } from "./live.ts";
import { EVENT_REFUSALS } from "./bounds-events.ts";
import { OWNER_PATHS, type Reference, REFERENCES, referring } from "./references.ts";
import { NO_ID, type Refusal, type Refusals } from "./refusal.ts";
import { COMMAND_REFUSALS } from "./refusals-agents.ts";
import { EDGE_REFUSALS } from "./refusals-edges.ts";
import { idIn } from "./table.ts";
import { fill, ROUTES, routeIds } from "./world.ts";

const otherOwner: Refusal = [
  "ownerNotAllowed",
  "another owner, named by somebody who is no admin",
  async ({ app }) => {
    const { token } = await addMember(app.db);
    const headers = { authorization: `Bearer ${token}` };
    return { sent: { headers, body: { owner_id: app.userId } }, says: ["Only admins"] };
  },
];

/** An update that changes nothing (protocol-facts.md#updates). */
const unchanged = (problem: ErrorName, collection: string): Refusal => [
  problem,
  "no field to change",
  async (world) => ({ ids: { id: (await world.make(collection)).id }, sent: { body: {} } }),
];

const lastAdminKey: Refusal = [
  "lastAdminKey",
  "the last key of an admin",
  async ({ app }) => {
    type Keys = { keys: { id: string }[] };
    const own = app.key.split("_")[1] ?? "";
    for (;;) {
      const { keys } = (await app.call<Keys>("GET /api_keys?limit=100")).body;
      const others = keys.filter(({ id }) => !id.endsWith(own));
      if (others.length === 0) return { ids: { id: `ak_${own}` }, says: ["Create another admin key first"] };
      for (const { id } of others) await app.call(`DELETE /api_keys/${id}`);
    }
  },
];

/** A rule's CIDR again, written in another way. */
const cidrTaken = (update: boolean): Refusal => [
  "cidrTaken",
  "a CIDR the policy has",
  async (world) => {
    const ip_policy_id = (await world.make("/ip_policies")).id;
    const rule = (cidr: string) => world.make("/ip_policy_rules", {}, { ip_policy_id, cidr });
    const { id: holder } = await rule("2001:db8::/32");
    const cidr = "2001:0DB8::/32";
    const says = { at: "cidr", says: [holder] };
    if (!update) return { sent: { body: { cidr, ip_policy_id, action: "deny" } }, ...says };
    return { ids: { id: (await rule("10.0.0.0/8")).id }, sent: { body: { cidr } }, ...says };
  },
];

const rollout = async (world: LiveWorld) => {
  const { id } = await world.make("/rollouts");
  return (await world.app.call<Rollout>(`GET /rollouts/${id}`)).body;
};

/** It can't be deleted while a module names it; the refusal names which. */
function inUse(reference: Reference): Refusal[] {
  const { kind, collection, owners } = reference;
  const asked = (at: string, make: (world: LiveWorld) => Promise<Record<string, string>>): Refusal => [
    "inUse",
    `one that ${at} refers to`,
    async (world) => {
      const { id } = await world.make(collection);
      const ids = await make(world);
      const put = { body: referring(reference, id) };
      const { status } = await world.app.call(`PUT ${fill(at, ids)}/${kind}`, put);
      if (status !== 200) throw new Error(`PUT ${at}/${kind} answered ${status}.`);
      return { ids: { id }, says: [kind, ...Object.values(ids)] };
    },
  ];
  return owners.map((owner) => {
    const path = OWNER_PATHS[owner];
    return asked(path, owner === "route" ? routeIds : idIn(path.slice(0, path.lastIndexOf("/"))));
  });
}

const unknownPolicy: Refusal = [
  "rulePolicyUnknown",
  "a policy that is not there",
  async (world) => {
    const body = { ...(await world.body("/ip_policy_rules")), ip_policy_id: `ipp_${NO_ID}` };
    return { sent: { body }, at: "ip_policy_id", says: [NO_ID] };
  },
];

/** Streams that nobody reads, kept from the garbage collector, which would end them. */
const held: Response[] = [];

/** A key with as many streams as it may have. */
function streamsTaken(path: string): Refusal {
  return [
    "streamsTaken",
    "a key with as many streams as it may have",
    async ({ app }) => {
      const { keyStreams } = testConfig({});
      const headers = { authorization: `Bearer ${app.key}`, "service-version": "2" };
      const open = () => app.fetch(`/api${path}`, { headers });
      held.push(...(await Promise.all(Array.from({ length: keyStreams }, open))));
      return { says: [String(keyStreams)] };
    },
  ];
}

const stops: Refusal = ["shuttingDown", "a service that stops", async () => ({ whileStopping: true })];

/** Filters of traffic that can’t be used, with words of what is said. */
const FILTERS = {
  "a field that is not there": ["ev.conn.port == 443", "ev.conn has client_ip"],
  "an object": ["ev.conn == 443", "Compare one of its fields"],
  "another variable": ["principal.id == 'x'", "knows only ev"],
  "no condition": ["ev.conn.server_port", "must be true or false"],
  "a single =": ["ev.conn.server_port = 443", "Compare with =="],
  "half a filter": ["ev.conn.server_port == 443 &&", "ends too early"],
  "a pattern that RE2 does not have": ["ev.conn.client_ip.matches('(?=1)')", "lookahead"],
  "a captured body": ["ev.gatehouse.capture.request.content == ''", "Choose another field"],
  "a function of another language": ["len(ev.http.request.headers) > 1", "len()"],
  "2,001 characters": ["x".repeat(2_001), "2001 of 2000"],
} as const;
const filters = Object.entries(FILTERS).map(([what, [filter, says]]): Refusal => {
  const query = new URLSearchParams({ filter }).toString();
  return ["valueInvalid", `a filter with ${what}`, async () => ({ query, at: "filter", says: [says] })];
});

const query = (problem: ErrorName, what: string, asked: string, at?: string): Refusal => [
  problem,
  what,
  async () => ({ query: asked, ...(at && { at }) }),
];

/** What each operation refuses besides what all of its sort do: 403, 409, and 400, 502 to 504 with a code of their own. */
export const REFUSALS: Refusals = {
  "POST /api_keys": [otherOwner],
  "DELETE /api_keys/{id}": [lastAdminKey],
  "POST /credentials": [otherOwner],
  "PATCH /credentials/{id}": [unchanged("credentialUnchanged", "/credentials")],
  "PATCH /ip_policies/{id}": [unchanged("ipPolicyUnchanged", "/ip_policies")],
  "POST /ip_policy_rules": [unknownPolicy, cidrTaken(false)],
  "PATCH /ip_policy_rules/{id}": [unchanged("ruleUnchanged", "/ip_policy_rules"), cidrTaken(true)],
  ...Object.fromEntries(REFERENCES.map((one) => [`DELETE ${one.collection}/{id}`, inUse(one)])),
  "POST /sign_in_codes/exchange": [
    [
      "signInCodeUnknown",
      "a code that was used",
      async (world) => {
        const body = await world.body("/sign_in_codes/exchange");
        await world.app.call("POST /sign_in_codes/exchange", { body });
        return { sent: { body, headers: { authorization: "" } }, says: ["npm start -- --link"] };
      },
    ],
  ],
  "GET /event_stream": [
    [
      "valueInvalid",
      "a Last-Event-ID that is no event’s",
      async () => ({ sent: { headers: { "last-event-id": "ak_1" } }, at: "Last-Event-ID" }),
    ],
    streamsTaken("/event_stream"),
    stops,
  ],
  "GET /traffic": filters,
  "GET /traffic_stream": [
    ...filters,
    query("queryRepeated", "two filters", "filter=true&filter=true"),
    streamsTaken("/traffic_stream"),
    stops,
  ],
  "GET /event_counts": [
    query("valueInvalid", "hours that can’t be counted", "hours=1", "hours"),
    query("queryRepeated", "two lengths of time", "hours=24&hours=168"),
  ],
  "GET /traffic_metrics": [
    query("valueInvalid", "an unknown bucket", "bucket=5m", "bucket"),
    query("valueInvalid", "an unknown grouping", "by=colour", "by"),
    query("valueInvalid", "a time that is none", "since=yesterday", "since"),
    query("valueInvalid", "too many buckets", "bucket=10s&since=2020-01-01T00:00:00Z", "since"),
    query("queryRepeated", "two buckets", "bucket=1m&bucket=1h"),
  ],
  [`POST ${ROUTES}/{id}/live_state/reset`]: [
    [
      "moduleNotSet",
      "a module that is not set",
      async (world) => ({
        ids: await routeIds(world),
        sent: { body: { module: "policies" } },
        says: ["policies", "nothing to reset"],
      }),
    ],
  ],
  "POST /rollouts": [
    [
      "rolloutOverlaps",
      "an agent of a rollout that has not ended",
      async (world) => {
        const { id, agents } = await rollout(world);
        const session_ids = agents.map(({ session_id }) => session_id);
        return { sent: { body: { session_ids, action: "stop" } }, says: [id, "halt it"] };
      },
    ],
  ],
  "PATCH /rollouts/{id}": [
    [
      "rolloutOverlaps",
      "going on with an agent that another rollout has by now",
      async (world) => {
        const { id, agents } = await rollout(world);
        await world.app.call(`PATCH /rollouts/${id}`, { body: { act: "halt" } });
        const session_ids = agents.map(({ session_id }) => session_id);
        const other = await world.make("/rollouts", {}, { session_ids });
        return { ids: { id }, sent: { body: { act: "resume" } }, says: [other.id] };
      },
    ],
  ],
  ...EVENT_REFUSALS,
  ...EDGE_REFUSALS,
  ...COMMAND_REFUSALS,
};
