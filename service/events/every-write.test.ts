import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Event } from "#contract/event.ts";
import { EVENT_KINDS } from "#contract/events/catalogue.ts";
import { ALL_CONTRACTS } from "#contract/modules/contracts.ts";
import { OPERATIONS } from "#contract/operations/operations.ts";
import { rolloutOperations } from "#contract/operations/rollouts.ts";
import { signInCodeOperations } from "#contract/operations/sign-in-codes.ts";
import { trafficPreviewOperations } from "#contract/operations/traffic-previews.ts";
import type { CommandOutcome } from "../gateway/types.ts";
import { OWNER_PATHS } from "../testing/conformance/references.ts";
import { fill, makeWorld, ROUTES, routeIds, type World } from "../testing/conformance/world.ts";
import { nameOf, TABLE } from "../testing/conformance/table.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
let world: World;
let outcome: CommandOutcome = { outcome: "accepted" };
beforeAll(async () => {
  app = await startTestApp({
    gateway: {
      command: () => Promise.resolve(outcome),
      disconnectCredential: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
  });
  world = makeWorld(app);
});
afterAll(() => app.close());

type Answer = { events: Event[] };
const newest = async (): Promise<Event[]> => (await app.call<Answer>("GET /events")).body.events;
/** The events that `act` writes, newest first. */
async function eventsOf(act: () => Promise<unknown>): Promise<Event[]> {
  const last = (await newest())[0]?.event_id;
  await act();
  const events = await newest();
  const end = events.findIndex(({ event_id }) => event_id === last);
  return end === -1 ? events : events.slice(0, end);
}

/** Codes are in the memory of the process, not in the account. */
const CODES = Object.values(signInCodeOperations).map(nameOf);
/** Change nothing: what they ask with is longer than a URL may be. */
const PREVIEWS = [...Object.values(trafficPreviewOperations), rolloutOperations.preview].map(nameOf);
const writes = OPERATIONS.filter(
  (one) => one.method !== "GET" && ![...CODES, ...PREVIEWS].includes(nameOf(one)),
);

/** The names of a payload's fields, dots leading into objects; of a list of objects, `[]` before theirs. */
function namesOf(value: unknown, name: string): string[] {
  if (Array.isArray(value) && typeof value[0] === "object") return namesOf(value[0], `${name}[]`);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [name];
  return Object.entries(value).flatMap(([key, one]) => namesOf(one, name === "" ? key : `${name}.${key}`));
}
const caught = new Set<string>();

// Cause: the fields of an event were compared with the API's document in the catalogue alone. Law: an event that a write
// over HTTP causes has the documented fields of its kind, all of them and no others; what is null has no parts.
function expectDocumented({ event_type: type, object }: Event): void {
  const documented = EVENT_KINDS.find((kind) => kind.type === type)?.fields.map(({ name }) => name) ?? [];
  const names = namesOf(object, "");
  const isUnder = (name: string, above: string) =>
    name === above || name.startsWith(`${above}.`) || name.startsWith(`${above}[]`);
  const isTold = (name: string) => names.some((one) => isUnder(name, one) || isUnder(one, name));
  expect({ type, missing: documented.filter((name) => !isTold(name)) }).toEqual({ type, missing: [] });
  const isKnown = (name: string) => documented.some((one) => isUnder(name, one) || isUnder(one, name));
  expect({ type, more: names.filter((name) => !isKnown(name)) }).toEqual({ type, more: [] });
  caught.add(type);
}

// Cause: edges, routes, modules and backends had no audit events. Law: recent changes list every write.
describe("a write has exactly one event, of its object and verb", () => {
  it.each(writes.map((one) => [nameOf(one), one] as const))("%s", async (name, operation) => {
    const row = TABLE[name];
    const ids = (await row?.arrange(world)) ?? {};
    const at = fill(operation.path, ids);
    // A module that is not set could not be removed.
    const put = TABLE[name.replace("DELETE", "PUT")];
    if (put && operation.method === "DELETE") await app.call(`PUT ${at}`, { body: await put.body?.(world) });
    const body = (await row?.body?.(world)) as object | undefined;
    const answers: { id?: string }[] = [];
    const [event, ...more] = await eventsOf(async () => {
      const { status, body: answer } = await app.call<{ id?: string }>(`${operation.method} ${at}`, {
        ...(body && { body }),
      });
      expect([status, answer]).toEqual([operation.status, answer]);
      answers.push(answer ?? {});
    });
    // A source is a part of its subscription, as a module is of its owner.
    const isSource = operation.path.includes("/sources");
    const isModule = operation.tag.endsWith(" modules");
    const verb =
      isModule || isSource || operation.method === "PATCH"
        ? "updated"
        : operation.method === "POST"
          ? "created"
          : "deleted";
    expect(more).toEqual([]);
    if (event) expectDocumented(event);
    expect(event?.event_type).toMatch(new RegExp(`^[a-z_]+_${verb}\\.v0$`));
    expect(event?.object["id"]).toBe(ids["id"] ?? ids["subscription_id"] ?? answers[0]?.id);
    const before = event?.gatehouse?.before;
    const module = (at.split("/").at(-1) ?? "").replace(/^policy$/, "policies");
    const changed = isModule ? [module] : null;
    expect(isModule ? Object.keys(before ?? {}) : changed).toEqual(changed);
    const told = verb === "updated";
    expect(before !== undefined).toBe(told);
  });
});

const SECRET = "never-in-an-event";
/** The value with its secrets, found by their path, replaced by one text. */
function withSecret(value: unknown, [name = "", ...rest]: readonly string[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([field, inner]) => {
    if (name !== "*" && field !== name) return [field, inner];
    return [field, rest.length === 0 && typeof inner === "string" ? SECRET : withSecret(inner, rest)];
  });
  return Object.fromEntries(entries) as unknown;
}

describe("the events of a module", () => {
  const route = async () => {
    const ids = await routeIds(world);
    return { ids, at: fill(`${ROUTES}/{id}`, ids) };
  };

  it("hold the value before and after, of an update and of a removal", async () => {
    const { at } = await route();
    const [on] = await eventsOf(() => app.call(`PUT ${at}/compression`, { body: {} }));
    const [off] = await eventsOf(() => app.call(`PUT ${at}/compression`, { body: { enabled: false } }));
    const [gone] = await eventsOf(() => app.call(`DELETE ${at}/compression`));
    const changes = [on, off, gone].map((event) => [event?.gatehouse?.before, event?.object["compression"]]);
    expect(changes).toEqual([
      [{ compression: null }, { enabled: true }],
      [{ compression: { enabled: true } }, { enabled: false }],
      [{ compression: { enabled: false } }, null],
    ]);
    expect(await eventsOf(() => app.call(`DELETE ${at}/compression`))).toEqual([]);
  });

  it.each(ALL_CONTRACTS.filter(({ secrets }) => secrets.length > 0))(
    "never hold a secret of $name",
    async (kind) => {
      const owner = kind.owners[0];
      const ids = owner === "route" ? await routeIds(world) : { id: (await world.make("/edges/https")).id };
      const at = `${fill(OWNER_PATHS[owner], ids)}/${kind.kind}`;
      const example = await world.withReferences(kind.example);
      const body = kind.secrets.reduce((value, { path }) => withSecret(value, path), example);
      expect(JSON.stringify(body)).toContain(SECRET);
      const [event] = await eventsOf(() => app.call(`PUT ${at}`, { body }));
      expect(Object.keys(event?.gatehouse?.before as object)).toEqual([kind.kind]);
      expect(JSON.stringify(event)).not.toContain(SECRET);
    },
  );

  // Cause: only what answers show was compared, so that a PATCH of a secret changed nothing by its event.
  // Law: `before` names each module that a write changed, also when only a secret did.
  it("name the module of a PATCH that replaces no more than a secret", async () => {
    const { at } = await route();
    const login = (client_secret: string) => ({
      oauth: { provider: { github: { client_id: "id", client_secret, scopes: ["read:user"] } } },
    });
    const patch = (body: object) => app.call(`PATCH ${at}`, { body });
    expect((await patch(login("first"))).status).toBe(200);
    const [replaced] = await eventsOf(() => patch(login("second")));
    expect(Object.keys(replaced?.gatehouse?.before as object)).toEqual(["oauth"]);
    const [same] = await eventsOf(() => patch({ ...login("second"), description: "new" }));
    expect(same?.gatehouse?.before).toEqual({ description: "" });
  });

  it("of a deleted edge come with those of its routes, which go with it", async () => {
    const { edge_id = "", id } = (await route()).ids;
    const events = await eventsOf(() => app.call(`DELETE /edges/https/${edge_id}`));
    expect(events.map(({ event_type, object }) => [event_type, object["id"]])).toEqual([
      ["https_edge_deleted.v0", edge_id],
      ["https_edge_route_deleted.v0", id],
    ]);
  });

  it("of an edge hold its modules, not its routes", async () => {
    const [event] = await eventsOf(() =>
      app.call("POST /edges/tcp", { body: { hostports: ["events.example.com:20001"] } }),
    );
    expect(event).toMatchObject({
      event_type: "tcp_edge_created.v0",
      object: { hostports: ["events.example.com:20001"], ip_restriction: null },
    });
    expect(Object.keys((await newest())[0]?.object ?? {})).not.toContain("routes");
  });

  it("of a command that its agent refuses say why", async () => {
    const stop = "POST /tunnel_sessions/{id}/stop";
    const ids = (await TABLE[stop]?.arrange(world)) ?? {};
    outcome = { outcome: "failed", reason: "The disk is full." };
    const [event] = await eventsOf(() => app.call(fill(stop, ids)));
    expect(event?.object).toMatchObject({ id: ids["id"], reason: "The disk is full." });
    if (event) expectDocumented(event);
  });

  // After all of the above, in their order.
  it("of every kind that is written, with every verb it has", () => {
    const written = EVENT_KINDS.filter((kind) => kind.family === "audit" && kind.written);
    expect([...caught].toSorted()).toEqual(written.map(({ type }) => type).toSorted());
  });
});
