import { idAt } from "../store/ids.ts";
import { writeUse } from "../store/key-uses.ts";
import { insertRows } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";
import { hashToken, newToken } from "../store/tokens.ts";
import { addDemoEdgeObjects } from "./edge-objects.ts";
import { addDemoEdges, type Target } from "./edges.ts";
import { type Actors, addDemoHistory } from "./history.ts";
import { addDemoPolicies } from "./ip-policies.ts";
import { addRow, daysBefore } from "./rows.ts";
import { addDemoSubscription } from "./subscription.ts";

/** Who works in the account beside the admin. */
const USERS = { bot: { name: "platform-bot", daysOld: 640 }, mara: { name: "mara", daysOld: 402 } } as const;

type DemoKey = {
  description: string;
  metadata?: object;
  daysOld: number;
  of?: keyof typeof USERS;
  /** Not before what its owner did last (history.ts). */
  usedHoursAgo: number;
};

const KEYS: readonly DemoKey[] = [
  { description: "old on-call phone", daysOld: 395, usedHoursAgo: 5_100 },
  {
    description: "Grafana exporter",
    metadata: { team: "platform", reads: "sessions" },
    daysOld: 203,
    usedHoursAgo: 0.02,
    of: "bot",
  },
  { description: "Mara’s laptop", daysOld: 130, of: "mara", usedHoursAgo: 0.7 },
  {
    description: "Terraform, edge-prod",
    metadata: { repo: "northwind/infra", team: "platform" },
    daysOld: 74,
    usedHoursAgo: 4.9,
    of: "bot",
  },
  {
    description: "CI deploys, main branch",
    metadata: { repo: "northwind/app", ci: "main" },
    daysOld: 11,
    usedHoursAgo: 0.4,
  },
  // The last key of each is the one that they work with (history.ts): older than the keys that it creates.
  { description: "Ops laptop", daysOld: 288, usedHoursAgo: 25.9 },
];

/**
 * Furnishes an account: keys whose tokens nobody has, IP policies with their rules, backends, edges with their endpoints,
 * routes and modules, a subscription, and the audit events of the last days.
 */
export async function furnishAccount(
  db: Db,
  { ownerId, ...target }: Target & { ownerId: string },
  now = Date.now(),
): Promise<void> {
  const owners = { admin: ownerId, bot: "", mara: "" };
  for (const who of ["bot", "mara"] as const) {
    const { name, daysOld } = USERS[who];
    const at = daysBefore(now, daysOld);
    owners[who] = idAt("user", at);
    await insertRows(db, "user", {
      id: owners[who],
      name,
      admin: 0,
      created_at: timestamp(new Date(at)),
    });
  }
  const actors: Partial<Actors> = {};
  for (const key of KEYS) {
    const { of = "admin" } = key;
    const { id } = await addRow(db, "apiKey", daysBefore(now, key.daysOld), key, (id) => ({
      hash: hashToken(newToken("apiKey", id)),
      owner_id: owners[of],
    }));
    await writeUse(db, id, timestamp(new Date(daysBefore(now, key.usedHoursAgo / 24))));
    const userName = of === "admin" ? "admin" : USERS[of].name;
    actors[of] = { keyId: id, userId: owners[of], userName, admin: of === "admin" };
  }
  const policies = await addDemoPolicies(db, now);
  const named = { policies, ...(await addDemoEdgeObjects(db, now)) };
  await addDemoEdges(db, target, named, now);
  // Before the history, which it sends.
  await addDemoSubscription(db, now);
  await addDemoHistory(db, { actors: actors as Actors, base: target.base, named }, now);
}
