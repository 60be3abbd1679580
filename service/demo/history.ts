import type { AuditKind } from "#contract/audit-event.ts";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { RESOURCES } from "#contract/operations/operations.ts";
import { recordEvent } from "#service/events/recorder.ts";
import type { Caller, Principal } from "#service/http/call.ts";
import { moduleWire } from "#service/resources/module-wire.ts";
import { ruleWire } from "#service/resources/ip-policy-rules.ts";
import { OWNER_EVENTS, ownerWire } from "#service/resources/owner-wire.ts";
import { type ResourceKind, type Row, rowsBefore } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import type { Named } from "./edge-list.ts";
import { STRICT } from "./modules.ts";
import { daysBefore } from "./rows.ts";

/** Who did what in the demo. */
export type Actors = Record<"admin" | "bot" | "mara", Principal>;

type Past = { actors: Actors; base: string; named: Named };
type Wire = { id: string; [field: string]: unknown };
type Event = { at: number; by: keyof Actors; write: (caller: Caller & { at: number }) => Promise<unknown> };

/** What was created before is older than the log. */
const REMEMBERED_DAYS = 14;
const HOUR_MS = 3_600_000;

/** Writes the audit events of the last days, oldest first, as if each change had been a request then. */
export async function addDemoHistory(db: Db, past: Past, now: number): Promise<void> {
  const events = [
    ...(await created(db, "apiKey", "api_key", "admin", past, now)),
    ...(await created(db, "ipPolicy", "ip_policy", "mara", past, now)),
    ...(await created(db, "ipPolicyRule", "ip_policy_rule", "mara", past, now)),
    ...(await created(db, "tunnelGroupBackend", "tunnel_group_backend", "bot", past, now)),
    ...(await created(db, "httpsEdge", "https_edge", "bot", past, now)),
    ...(await created(db, "route", "https_edge_route", "bot", past, now)),
    ...(await updated(db, past, now)),
  ];
  let last = 0;
  for (const { at, by, write } of events.toSorted((a, b) => a.at - b.at)) {
    // One after the other, so that their ids sort as their numbers do.
    last = Math.max(at, last + 1);
    await write({ principal: past.actors[by], base: past.base, at: last });
  }
}

async function created(
  db: Db,
  kind: ResourceKind,
  audit: AuditKind,
  by: keyof Actors,
  { base }: Past,
  now: number,
): Promise<Event[]> {
  const rows = await rowsBefore(db, kind, { before: undefined, limit: 1000 });
  return rows.flatMap((row): Event[] => {
    const at = Date.parse(row.created_at);
    // What is new, like the admin's own key, came with the account and not with the demo.
    if (at < daysBefore(now, REMEMBERED_DAYS) || at > now - HOUR_MS) return [];
    const write = async (caller: Caller) =>
      recordEvent(db, caller, audit, "created", await wireOf(db, kind, row, base));
    return [{ at, by, write }];
  });
}

/** A row as its events have it. */
async function wireOf(db: Db, kind: ResourceKind, row: Row<ResourceKind>, base: string): Promise<Wire> {
  if (kind === "httpsEdge" || kind === "route") return ownerWire(db, kind, row as Row<"route">, base);
  if (kind === "ipPolicyRule") return ruleWire(row as Row<"ipPolicyRule">, { base });
  const name = kind === "apiKey" ? "ApiKey" : kind === "ipPolicy" ? "IpPolicy" : "TunnelGroupBackend";
  const labels = "labels" in row ? { labels: JSON.parse(row.labels) as unknown } : {};
  return { ...row, ...labels, uri: `${base}${RESOURCES[name].list.path}/${row.id}` };
}

/** Modules that were changed, and what they were; null = not set. */
const updates = ({ backends }: Named) =>
  [
    {
      hours: 95,
      by: "bot",
      of: ["app.", "/reports"],
      kind: "backend",
      was: { backend_id: backends.gateways },
    },
    { hours: 71, by: "mara", of: ["api.", "/v1/"], kind: "jwt_validation", was: null },
    { hours: 30, by: "admin", of: ["www.", "/quote"], kind: "circuit_breaker", was: STRICT },
    { hours: 26, by: "admin", of: ["ops.", "/"], kind: "oauth", was: { provider: { google: {} } } },
    { hours: 5, by: "bot", of: ["scanners."], kind: "tls_termination", was: { min_version: "1.2" } },
    { hours: 0.7, by: "mara", of: ["app.", "/"], kind: "compression", was: null },
  ] as const;

async function updated(db: Db, { base, named }: Past, now: number): Promise<Event[]> {
  const events: Event[] = [];
  for (const { hours, by, of, kind, was } of updates(named)) {
    const { owner, row } = await ownerAt(db, of);
    const changed = await ownerWire(db, owner, row, base);
    const value = was && { owner_id: row.id, kind, value: JSON.stringify(was), made: null };
    const resource = { ...changed, [kind]: value && moduleWire(owner, value, base) };
    const write = (caller: Caller) =>
      recordEvent(db, caller, OWNER_EVENTS[owner], "updated", changed, { resource });
    events.push({ at: now - hours * HOUR_MS, by, write });
  }
  return events;
}

/** An edge by the start of its first host, or its route by what it matches. */
async function ownerAt(
  db: Db,
  [host, match]: readonly [host: string, match?: string],
): Promise<{ owner: ModuleOwner; row: Row<"httpsEdge"> | Row<"route"> }> {
  const starts = `["${host}%`;
  const https = await db
    .selectFrom("https_edges")
    .selectAll()
    .where("hostports", "like", starts)
    .executeTakeFirst();
  if (https === undefined) {
    const tls = db.selectFrom("tls_edges").selectAll().where("hostports", "like", starts);
    return { owner: "tlsEdge", row: await tls.executeTakeFirstOrThrow() };
  }
  const route = db
    .selectFrom("routes")
    .selectAll()
    .where("edge_id", "=", https.id)
    .where("match", "=", match ?? "/");
  return { owner: "route", row: await route.executeTakeFirstOrThrow() };
}
