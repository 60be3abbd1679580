// Cause: answers and keys are kept in memory, and others change what they show. Law: after a 2xx of a write no answer of any
// process is older than it, and a key that was deleted is refused at once.
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { newId } from "./store/ids.ts";
import { callOver, startTestApp, type TestApp } from "./testing/test-app.ts";

let apps: TestApp[];
let answered = 0;
let byApp = 0;

/** Asked over a socket, as what is kept is answered past the app there. */
async function served(app: TestApp): Promise<TestApp> {
  const http = await app.listen(() => (byApp += 1));
  const overSocket = async (path: string, init?: RequestInit) => {
    answered += 1;
    return fetch(`${http.origin}${path}`, init);
  };
  const close = async () => {
    await http.stop();
    await app.close();
  };
  return { ...app, call: callOver(overSocket, app.key), close };
}

beforeAll(async () => {
  const first = await startTestApp();
  // The embedded database has one process.
  const all = inject("postgres") ? [first, await startTestApp({ beside: first })] : [first];
  apps = await Promise.all(all.map(served));
});
afterAll(async () => {
  for (const app of apps.toReversed()) await app.close();
});

type Policy = { id: string; description: string };
type Key = { id: string; token: string };

/** What the account must have, by the writes that were answered. */
const policies = new Map<string, string>();
const keys: Key[] = [];
const deleted: Key[] = [];
/** The bodies of the ETags that were answered for the list. */
const seen = new Map<string, string>();

const at = (n: number): TestApp => apps[n % apps.length] as TestApp;
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];
const bearer = ({ token }: Key) => ({ headers: { authorization: `Bearer ${token}` } });

async function write<T>(app: TestApp, operation: string, status: number, body?: object): Promise<T> {
  const answer = await app.call<T>(operation, body && { body });
  expect([operation, answer.status]).toEqual([operation, status]);
  return answer.body;
}

type Write = (app: TestApp, description: string, nth: number) => Promise<void>;

const create: Write = async (app, description) => {
  const { id } = await write<Policy>(app, "POST /ip_policies", 201, { description });
  policies.set(id, description);
};

const WRITES = {
  create,
  update: async (app, description, nth) => {
    const id = pick([...policies.keys()], nth);
    if (id === undefined) return;
    await write(app, `PATCH /ip_policies/${id}`, 200, { description });
    policies.set(id, description);
  },
  remove: async (app, _, nth) => {
    const id = pick([...policies.keys()], nth);
    if (id === undefined) return;
    await write(app, `DELETE /ip_policies/${id}`, 204);
    policies.delete(id);
  },
  refused: (app) => write(app, "POST /ip_policies", 400, { description: 1 }),
  addKey: async (app) => {
    keys.push(await write<Key>(app, "POST /api_keys", 201, {}));
  },
  removeKey: async (app, _, nth) => {
    const key = pick(keys, nth);
    if (!key) return;
    await write(app, `DELETE /api_keys/${key.id}`, 204);
    deleted.push(...keys.splice(keys.indexOf(key), 1));
  },
} satisfies Record<string, Write>;

/** Every app answers what the account has now. */
async function checkAll(): Promise<void> {
  await Promise.all(apps.map(checkOne));
}

async function checkOne(app: TestApp): Promise<void> {
  const { headers, body } = await app.call<{ ip_policies: Policy[] }>("GET /ip_policies");
  const got = Object.fromEntries(body.ip_policies.map(({ id, description }) => [id, description]));
  expect(got).toEqual(Object.fromEntries(policies));
  const text = JSON.stringify(body);
  const etag = headers.get("etag") ?? "";
  expect(seen.get(etag) ?? text).toBe(text);
  seen.set(etag, text);
  const again = await app.call("GET /ip_policies", { headers: { "if-none-match": [...seen.keys()].join() } });
  expect([again.status, again.headers.get("etag"), again.body]).toEqual([304, etag, undefined]);
  for (const [known] of seen) {
    if (known === etag) continue;
    const other = await app.call("GET /ip_policies", { headers: { "if-none-match": known } });
    expect(other).toMatchObject({ status: 200, body });
    break;
  }
  for (const [id, description] of [...policies].slice(-2))
    expect(await app.call(`GET /ip_policies/${id}`)).toMatchObject({ status: 200, body: { description } });
  for (const key of keys.slice(-2)) expect((await app.call("GET /whoami", bearer(key))).status).toBe(200);
  for (const key of deleted.slice(-2)) expect((await app.call("GET /whoami", bearer(key))).status).toBe(401);
}

const act = fc.record({
  kind: fc.constantFrom(...(Object.keys(WRITES) as (keyof typeof WRITES)[])),
  by: fc.nat(7),
  nth: fc.nat(99),
  text: fc.string({ maxLength: 20 }),
  /** Reads under way while it is written, which fill what is kept. */
  meanwhile: fc.nat(4),
});

it("shows every write to every reader after its answer, whatever is read meanwhile", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      for (const { kind, by, nth, text, meanwhile } of acts) {
        const live = keys.slice(0, 3);
        const reads = Array.from({ length: meanwhile }, async (_, i) => {
          await at(i).call("GET /ip_policies");
          for (const key of live) await at(i + 1).call("GET /whoami", bearer(key));
        });
        await WRITES[kind](at(by), text, nth);
        await checkAll();
        await Promise.all(reads);
        await checkAll();
      }
    }),
    { numRuns: 25 },
  );
  expect(seen.size).toBeGreaterThan(10);
  expect(byApp).toBeLessThan(answered * 0.9);
});

// A row that goes without the service's own code: by a cascade, or by the SQL of who looks after dead processes.
it("shows what was changed past the service too", async () => {
  await create(at(0), "to be gone", 0);
  await checkAll();
  const [id = ""] = [...policies.keys()].slice(-1);
  await at(1).db.deleteFrom("ip_policies").where("id", "=", id).execute();
  policies.delete(id);
  await checkAll();
  expect((await at(0).call(`GET /ip_policies/${id}`)).status).toBe(404);
});

// Cause: of the sessions only what changed is read, by each process for itself. Law: as of every list, no answer is older than a
// commit before it, whichever process it was of.
it("shows agents that come, go and change to every reader at once", async () => {
  const credential = await write<{ id: string }>(at(0), "POST /credentials", 201, {});
  const session = (metadata: string) => ({
    id: newId("session"),
    credential_id: credential.id,
    agent_version: "3.18.2",
    ip: "",
    metadata,
    os: "",
    region: "",
    started_at: "",
    transport: "",
    capabilities: "[]",
    node_id: "n",
  });
  const online = new Map<string, string>();
  const here = async (app: TestApp, path: string) => {
    const { body } = await app.call<{ tunnel_sessions: { id: string; metadata: string }[] }>(path);
    return body.tunnel_sessions.map(({ id, metadata }) => [id, metadata]);
  };
  const all = () => [...online].toSorted(([a], [b]) => (a < b ? 1 : -1));
  const coming = fc.record({
    kind: fc.constantFrom("come", "come", "go", "change"),
    by: fc.nat(1),
    nth: fc.nat(9),
    meanwhile: fc.nat(2),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(coming, { minLength: 1, maxLength: 8 }), async (acts) => {
      for (const { kind, by, nth, meanwhile } of acts) {
        const { db } = at(by);
        const reads = Array.from({ length: meanwhile }, (_, i) => here(at(i), "GET /tunnel_sessions"));
        const id = pick([...online.keys()], nth);
        if (kind === "come" || id === undefined) {
          const row = session(String(nth));
          await db.insertInto("sessions").values(row).execute();
          online.set(row.id, row.metadata);
        } else if (kind === "go") {
          await db.deleteFrom("sessions").where("id", "=", id).execute();
          online.delete(id);
        } else {
          const metadata = `${online.get(id)}.`;
          await db.updateTable("sessions").set({ metadata }).where("id", "=", id).execute();
          online.set(id, metadata);
        }
        const lists = await Promise.all(apps.map((app) => here(app, "GET /tunnel_sessions")));
        expect(lists).toEqual(apps.map(all));
        expect(await here(at(by + 1), "GET /tunnel_sessions?limit=2")).toEqual(all().slice(0, 2));
        await Promise.all(reads);
      }
    }),
    { numRuns: 25 },
  );
});
