import { idAt } from "../store/ids.ts";
import { insertRows } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";
import { timestamp } from "../store/time.ts";
import { hashToken, newToken } from "../store/tokens.ts";
import type { Role } from "./profiles.ts";
import { daysBefore } from "./rows.ts";

type Kind = { key: string; description: string; daysOld: number; roles: readonly Role[] };

const KINDS: readonly Kind[] = [
  {
    key: "sites",
    description: "Gateways, hooks and batch hosts of all sites",
    daysOld: 388,
    roles: ["gw", "hooks", "batch"],
  },
  {
    key: "floor",
    description: "Docks and scanners on the warehouse floor",
    daysOld: 251,
    roles: ["dock", "scan"],
  },
  { key: "people", description: "Laptops and jump hosts", daysOld: 96, roles: ["laptop", "jump"] },
];

/** Marks a credential as the demo's, and keeps how many agents that has. */
type Marker = { demo: string; agents: number };

/** The marker as the notes of the credential. */
const notesOf = ({ demo, agents }: Marker): string => `For the demo agents, ${agents} in all: ${demo}`;

export type DemoAuthtokens = Record<Role, string | null>;

/** Makes the demo's credentials. Their authtokens exist in memory only. */
export async function createDemoCredentials(
  db: Db,
  ownerId: string,
  agents: number,
): Promise<DemoAuthtokens> {
  const tokens = noTokens();
  const now = Date.now();
  for (const { key, description, daysOld, roles } of KINDS) {
    const at = daysBefore(now, daysOld);
    const id = idAt("credential", at);
    const token = newToken("credential", id);
    const metadata = notesOf({ demo: key, agents });
    const rest = { owner_id: ownerId, description, metadata, acl: "[]", created_at: timestamp(new Date(at)) };
    await insertRows(db, "credential", { id, hash: hashToken(token), ...rest });
    for (const role of roles) tokens[role] = token;
  }
  return tokens;
}

/**
 * Gives the demo's credentials new authtokens, because the old ones were forgotten with the process that had them.
 * null when the account has none of them; a credential that was deleted leaves its agents without one. `agents` is
 * remembered; null = as many as before.
 */
export async function renewDemoCredentials(
  db: Db,
  agents: number | null,
): Promise<{ authtokens: DemoAuthtokens; agents: number } | null> {
  const authtokens = noTokens();
  let remembered: number | null = null;
  const rows = await db
    .selectFrom("credentials")
    .select(["id", "metadata"])
    .where((by) =>
      by.or([by("metadata", "like", "For the demo agents, %"), by("metadata", "like", '{"demo":%')]),
    )
    .execute();
  for (const { id, metadata } of rows) {
    const marker = readMarker(metadata);
    const kind = KINDS.find(({ key }) => key === marker?.demo);
    if (!marker || !kind) continue;
    remembered = agents ?? marker.agents;
    const token = newToken("credential", id);
    const changed = { hash: hashToken(token), metadata: notesOf({ ...marker, agents: remembered }) };
    await db.updateTable("credentials").set(changed).where("id", "=", id).execute();
    for (const role of kind.roles) authtokens[role] = token;
  }
  return remembered === null ? null : { authtokens, agents: remembered };
}

function noTokens(): DemoAuthtokens {
  return { gw: null, hooks: null, batch: null, dock: null, scan: null, laptop: null, jump: null };
}

function readMarker(text: string): Marker | null {
  const [, count, key] = /^For the demo agents, (\d+) in all: (\w+)$/.exec(text) ?? [];
  if (key !== undefined) return { demo: key, agents: Number(count) };
  // As earlier releases wrote it.
  try {
    const value = JSON.parse(text) as Partial<Marker>;
    const { demo, agents } = value;
    return typeof demo === "string" && Number.isSafeInteger(agents) ? { demo, agents: Number(agents) } : null;
  } catch {
    // Someone else's text that only begins like ours.
    return null;
  }
}
