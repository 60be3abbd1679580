import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { Hello } from "#contract/agent-protocol.ts";
import { ID_PREFIXES } from "#contract/common.ts";
import { ALL_CONTRACTS } from "#contract/modules/contracts.ts";
import { silentLog, startTestGateway, type TestGateway } from "../testing/test-gateway.ts";
import { labelsMatch } from "../rules/labels.ts";
import { labelled, tunnelLabels } from "../store/backends.ts";
import { routesOfEdges } from "../store/edges.ts";
import { makeSigner, signingKey } from "../store/signing-keys.ts";
import { type DemoOptions, startDemo } from "./demo.ts";
import type { Fleet } from "./fleet.ts";
import { demoProfiles } from "./profiles.ts";
import { newerRelease, RELEASES } from "./versions.ts";

const SECRET = "only this process";
/** One for all: making it takes longer than most tests. */
const signer = makeSigner();

let t: TestGateway;
let fleet: Fleet | undefined;
beforeEach(async () => {
  t = await startTestGateway({ trustedSource: { secret: SECRET } });
  fleet = undefined;
  await signingKey(t.db, "saml", () => signer);
});
afterEach(async () => {
  await fleet?.dispose();
  await t.dispose();
});

async function demo(options: Partial<DemoOptions> = {}): Promise<Fleet> {
  fleet = await startDemo({
    db: t.db,
    log: silentLog,
    url: t.url,
    count: 24,
    ownerId: t.ownerId,
    trustedSecret: SECRET,
    pace: { restartMs: [10, 20], updateMs: 300 },
    ...options,
  });
  await fleet.ready;
  return fleet;
}

const sessions = () => t.db.selectFrom("sessions").selectAll().orderBy("id").execute();

/** The test gateway's account has a credential. */
const untouched = () => t.db.deleteFrom("credentials").execute();

async function sessionOf(name: string) {
  const { ip } = demoProfiles(24).find((profile) => profile.name === name)!;
  const found = (await sessions()).filter((session) => session.ip === ip);
  expect(found).toHaveLength(1);
  return found[0]!;
}

describe("24 agents", () => {
  beforeEach(async () => {
    await untouched();
    await demo();
  });

  test("are online as their profiles say", async () => {
    const rows = await sessions();
    const shown = rows.map(({ agent_version, os, region, ip, metadata, transport }) =>
      JSON.stringify([agent_version, os, region, ip, metadata, transport]),
    );
    const expected = demoProfiles(24).map(({ version, os, region, ip, metadata = "", transport }) =>
      JSON.stringify([version, os, region, ip, metadata, transport]),
    );
    expect(shown.toSorted()).toEqual(expected.toSorted());
    const public_urls = await t.db.selectFrom("tunnels").select(["public_url", "labels"]).execute();
    expect(public_urls.some(({ labels }) => labels !== null)).toBe(true);
    expect(public_urls.every(({ public_url, labels }) => (public_url === null) === (labels !== null))).toBe(
      true,
    );
  });

  test("restart: the same agent comes back as another session", async () => {
    const before = await sessionOf("fra-gw-01");
    expect(await t.gateway.command(before.id, "restart")).toEqual({ outcome: "accepted" });
    expect(await sessions()).toHaveLength(23);
    await vi.waitFor(async () => expect(await sessions()).toHaveLength(24));
    const { id, started_at, succeeds, ...facts } = await sessionOf("fra-gw-01");
    expect(id).not.toBe(before.id);
    expect(succeeds).toBe(before.id);
    expect(started_at >= before.started_at).toBe(true);
    expect({ ...before, ...facts }).toEqual(before);
  });

  test("stop: gone for good, the others stay", async () => {
    const { id } = await sessionOf("fra-gw-02");
    expect(await t.gateway.command(id, "stop")).toEqual({ outcome: "accepted" });
    const rows = await sessions();
    expect(rows).toHaveLength(23);
    expect(rows.map((row) => row.id)).not.toContain(id);
  });

  test("update: takes its time, then needs a restart, then runs the newest of its major", async () => {
    const refusalOf = async (id: string) => {
      const outcome = await t.gateway.command(id, "update");
      return outcome?.outcome === "refused" ? outcome.refusal : outcome?.outcome;
    };
    const { id } = await sessionOf("syd-gw-01");
    expect(await refusalOf(id)).toBe("accepted");
    expect(await refusalOf(id)).toBe("update_running");
    await vi.waitFor(async () => expect(await refusalOf(id)).toBe("update_awaits_restart"));
    expect((await sessionOf("syd-gw-01")).agent_version).toBe("2.8.3");
    // Cause: its page still said "Update installs 2.9.5" when that was installed. Law: agents say how their update goes.
    await vi.waitFor(async () => {
      const { agent_update: said } = await sessionOf("syd-gw-01");
      expect(JSON.parse(said ?? "null")).toEqual({ state: "updated", version: "2.9.5" });
    });
    await t.gateway.command(id, "restart");
    await vi.waitFor(async () => expect((await sessionOf("syd-gw-01")).agent_version).toBe("2.9.5"));
    expect(await refusalOf((await sessionOf("syd-gw-01")).id)).toBe("update_not_available");
  });

  // Cause: after a restart of the service its agents ran their old versions again. Law: what an operator did in the demo stays done.
  test("those that were updated still are once the service was stopped and started", async () => {
    const name = "sfo-gw-02";
    const { id, agent_version: before } = await sessionOf(name);
    await t.gateway.command(id, "update");
    await vi.waitFor(async () => expect((await sessionOf(name)).agent_update).toContain("updated"));
    await t.gateway.command(id, "restart");
    await vi.waitFor(async () => expect((await sessionOf(name)).agent_version).not.toBe(before));
    const { agent_version: after } = await sessionOf(name);
    await fleet?.dispose();
    await vi.waitFor(async () => expect(await sessions()).toEqual([]));
    await demo({ count: null });
    expect((await sessionOf(name)).agent_version).toBe(after);
  });

  test("a restart in the middle of an update brings the old version back", async () => {
    const { id } = await sessionOf("fra-gw-03");
    await t.gateway.command(id, "update");
    await t.gateway.command(id, "restart");
    await vi.waitFor(async () => expect((await sessionOf("fra-gw-03")).id).not.toBe(id));
    expect((await sessionOf("fra-gw-03")).agent_version).toBe("3.16.0");
  });

  test.each([
    ["iad-batch-01", "update", { outcome: "refused", refusal: "update_disabled" }],
    ["fra-gw-01", "update", { outcome: "refused", refusal: "update_not_available" }],
    ["lon-dock-02", "restart", { outcome: "unsupported" }],
    ["nrt-jump-01", "update", { outcome: "unsupported" }],
  ] as const)("%s can't %s", async (name, kind, expected) => {
    expect(await t.gateway.command((await sessionOf(name)).id, kind)).toMatchObject(expected);
  });

  test("a new account has keys, edges, routes, and modules as requests would have set them", async () => {
    const count = async (table: "api_keys" | "https_edges" | "routes") =>
      (await t.db.selectFrom(table).select("id").execute()).length;
    expect([await count("api_keys"), await count("https_edges"), await count("routes")]).toEqual([6, 9, 16]);
    const modules = await t.db.selectFrom("modules").selectAll().execute();
    for (const { owner_id, kind, value } of modules) {
      const contract = ALL_CONTRACTS.find(
        (one) =>
          one.kind === kind && one.owners.some((owner) => owner_id.startsWith(`${ID_PREFIXES[owner]}_`)),
      );
      expect([kind, contract?.request && z.safeParse(contract.request, JSON.parse(value)).error]).toEqual([
        kind,
        undefined,
      ]);
    }
    const edges = await t.db.selectFrom("endpoints").select("hostport").where("type", "=", "edge").execute();
    expect(edges.map(({ hostport }) => hostport)).toContain("app.northwind.example:443");
    // Cause: an authority of four months ago had a certificate of yesterday. Law: no numbers that contradict each other.
    const authorities = await t.db.selectFrom("certificate_authorities").selectAll().execute();
    expect(
      authorities.map((one) => one.not_before < one.created_at && one.created_at < one.not_after),
    ).toEqual([true]);
  });

  test("every kind of module is in use, and every backend but that of the fault to find has a tunnel", async () => {
    // Cause: the demo had circuit breakers only. Law: each page of the console has something to show in it.
    const modules = await t.db.selectFrom("modules").selectAll().execute();
    const kinds = ALL_CONTRACTS.filter(({ unapplied }) => !unapplied).map(({ kind }) => kind);
    const used = "kinds that service/demo uses";
    expect({ [used]: new Set(modules.map(({ kind }) => kind)) }).toEqual({ [used]: new Set(kinds) });
    const labels = await tunnelLabels(t.db);
    const backends = await t.db.selectFrom("backends").selectAll().execute();
    const served = backends.map((row) => [
      row.description,
      labels.some((tunnel) => labelsMatch(labelled(row).labels, tunnel.labels)),
    ]);
    expect(served.filter(([, live]) => !live)).toEqual([["Invoices, moving to the new site", false]]);
  });

  test("the last days have events in the order of their times, each of something that is there", async () => {
    const events = await t.db.selectFrom("events").selectAll().orderBy("id").execute();
    const times = events.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted());
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
    const now = Date.now();
    for (const time of times) expect(now - Date.parse(time)).toBeGreaterThan(0);
    expect(now - Date.parse(times[0] ?? "")).toBeLessThan(14 * 86_400_000);
    const types = new Set(events.map(({ type }) => type));
    expect(types.size).toBeGreaterThan(6);
    const paste = events.filter(
      ({ type, object }) => type === "ip_policy_rule_created.v0" && object.includes("payment"),
    );
    expect(paste).toHaveLength(12);
    const [off] = events.filter(({ object }) => object.includes('"match":"/quote"'));
    expect(JSON.parse(off?.object ?? "{}")).toMatchObject({
      circuit_breaker: { enabled: false },
    });
    expect(JSON.parse(off?.before ?? "{}")).toMatchObject({ circuit_breaker: { enabled: true } });
    expect(
      new Set(events.map(({ principal }) => (JSON.parse(principal) as { subject: string }).subject)),
    ).toEqual(new Set(["admin", "mara", "platform-bot"]));
  });

  test("who did something had the key by then that they did it with, and used it since", async () => {
    // Cause: the key "CI deploys" was said to be created with itself. Law: the demo is as a company would have it.
    const keys = await t.db
      .selectFrom("api_keys")
      .innerJoin("api_key_uses", "api_key_uses.api_key_id", "api_keys.id")
      .select(["api_keys.id", "created_at", "used_at"])
      .execute();
    const timesOf = new Map(keys.map((key) => [key.id, [key.created_at, key.used_at]]));
    const events = await t.db.selectFrom("events").select(["key_id", "timestamp"]).execute();
    for (const { key_id: key, timestamp: at } of events) {
      const [created = "", used = ""] = timesOf.get(key ?? "") ?? [];
      expect([created, at, used]).toEqual([created, at, used].toSorted());
      expect(created).not.toBe(at);
    }
  });

  test("its authtokens are older than what agents did with them", async () => {
    // Cause: all were created at the first start, beside keys of a year. Law: the demo is as a company would have it.
    const rows = await t.db.selectFrom("credentials").select("created_at").execute();
    const days = rows.map(({ created_at: at }) => Math.floor((Date.now() - Date.parse(at)) / 86_400_000));
    expect(Math.min(...days.filter((one) => one > 0))).toBeGreaterThan(30);
    expect(days.filter((one) => one > 0)).toHaveLength(3);
  });

  test("newest first by id is newest first by time", async () => {
    // Cause: ids of now beside times of the past. Law: lists are newest first by id, so ids tell the same time.
    for (const table of ["users", "api_keys", "credentials", "https_edges", "routes", "endpoints"] as const) {
      const rows = await t.db.selectFrom(table).select("created_at").orderBy("id").execute();
      const times = rows.map(({ created_at }) => created_at);
      expect({ table, times }).toEqual({ table, times: times.toSorted() });
    }
    const edge = await t.db
      .selectFrom("https_edges")
      .select("id")
      .where("description", "=", "Customer API")
      .executeTakeFirstOrThrow();
    const routes = await routesOfEdges(t.db, [edge.id]);
    expect(routes.map(({ match }) => match)).toEqual(["/v1/", "/v2/", "/v2/rates", "/healthz"]);
  });

  test("at the next start they come back with new authtokens, and nothing is furnished twice", async () => {
    const hashes = async () => (await t.db.selectFrom("credentials").select(["id", "hash"]).execute()).length;
    const before = await hashes();
    await fleet?.dispose();
    await vi.waitFor(async () => expect(await sessions()).toEqual([]));
    // Cause: the notes of its authtokens read like JSON. Law: the demo is as a company would have it; what was written so stays known.
    const notes = async () =>
      (await t.db.selectFrom("credentials").select("metadata").orderBy("id").execute()).map(
        (one) => one.metadata,
      );
    const [first, ...others] = await notes();
    expect(first).toMatch(/^For the demo agents, 24 in all: \w+$/);
    const metadata = JSON.stringify({ demo: first?.split(": ").at(-1), agents: 24 });
    await t.db.updateTable("credentials").set({ metadata }).where("metadata", "=", String(first)).execute();
    await demo({ count: null });
    expect(await sessions()).toHaveLength(24);
    expect(await notes()).toEqual([first, ...others]);
    await fleet?.dispose();
    await demo({ count: 3 });
    await vi.waitFor(async () => expect(await sessions()).toHaveLength(3));
    expect(await hashes()).toBe(before);
    expect(await t.db.selectFrom("https_edges").select("id").execute()).toHaveLength(9);
  });

  test("agents of a deleted credential stay away, now and later", async () => {
    const { credential_id } = await sessionOf("lon-dock-01");
    await t.db.deleteFrom("credentials").where("id", "=", credential_id).execute();
    await t.gateway.disconnectCredential(credential_id, "Its authtoken was deleted.");
    const left = (await sessions()).length;
    expect(left).toBeLessThan(24);
    await fleet?.dispose();
    // Cause: the next fleet was counted while sessions of the last were still ending. Law: a count waits for what it counts.
    await vi.waitFor(async () => expect(await sessions()).toEqual([]));
    await demo({ count: null });
    expect(await sessions()).toHaveLength(left);
  });
});

test("an account that is not the demo's stays as it is", async () => {
  await t.db.updateTable("credentials").set({ metadata: '{"demo":"mine"' }).execute();
  await demo();
  expect(await sessions()).toEqual([]);
  await demo({ count: 0 });
  expect(await t.db.selectFrom("api_keys").select("id").execute()).toEqual([]);
});

test("an account started without a demo gets one later, as long as it is untouched", async () => {
  await untouched();
  await demo({ count: 0 });
  await demo({ count: 2 });
  expect(await sessions()).toHaveLength(2);
});

test("furnishing that fails leaves nothing, so that the next start furnishes", async () => {
  // Cause: "new" was decided before furnishing and forgotten with it. Law: both are one transaction.
  await untouched();
  const missing = { ownerId: "usr_nobody" };
  await expect(demo(missing)).rejects.toThrow(/foreign key/i);
  expect(await t.db.selectFrom("https_edges").select("id").execute()).toEqual([]);
  await demo({ count: 2 });
  expect(await sessions()).toHaveLength(2);
});

describe("profiles", () => {
  const all = demoProfiles(10_000);

  test("are the same ones whatever the count", () => {
    fc.assert(
      fc.property(fc.nat(200), (count) => {
        expect(demoProfiles(count)).toEqual(all.slice(0, count));
      }),
    );
  });

  test("make valid hellos, never name a host or hostname twice", () => {
    const names = all.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const hostnames = all.flatMap(({ tunnels }) => tunnels.flatMap(({ hostname }) => hostname ?? []));
    expect(new Set(hostnames).size).toBe(hostnames.length);
    const capabilities = { restart: "", stop: "", update: "" };
    for (const { version, os, arch, region, metadata, transport, tunnels } of all.slice(0, 500)) {
      const facts = { os, arch, region, metadata, transport, tunnels, capabilities };
      expect(
        Hello.safeParse({ type: "hello", authtoken: "x", agent_version: version, ...facts }).error,
      ).toBeUndefined();
    }
  });

  test("eight are enough to see every kind", () => {
    const few = demoProfiles(8);
    expect(new Set(few.map(({ os }) => os))).toEqual(new Set(["linux", "windows", "darwin", "freebsd"]));
    expect(few.some(({ transport }) => transport === "ssh")).toBe(true);
    expect(few.some(({ updateCheck }) => !updateCheck)).toBe(true);
    expect(few.some(({ version }) => newerRelease(version) === null)).toBe(true);
  });
});

test("an update never leaves its major version and never goes down", () => {
  for (const version of RELEASES) {
    const next = newerRelease(version) ?? version;
    expect(next.split(".")[0]).toBe(version.split(".")[0]);
    expect(RELEASES.findIndex((one) => one === next)).toBeLessThanOrEqual(RELEASES.indexOf(version));
  }
  expect(newerRelease("1.0.0")).toBeNull();
});
