import type { Logger } from "pino";
import { isUntouched } from "../admin.ts";
import type { Db } from "../store/schema.ts";
import { furnishAccount } from "./account.ts";
import { agentsThatFit, openFilesMax } from "../open-files.ts";
import { createDemoCredentials, type DemoAuthtokens, renewDemoCredentials } from "./credentials.ts";
import { type Fleet, PACE, type Pace, startFleet } from "./fleet.ts";
import { endedRows } from "../store/ended-sessions.ts";
import { type DemoProfile, demoProfiles } from "./profiles.ts";
import { RELEASES } from "./versions.ts";
import { startVisitors, type VisitorsOptions } from "./visitors.ts";

export type DemoOptions = {
  db: Db;
  log: Pick<Logger, "info" | "warn">;
  /** ws: URL of this service's /agent, over loopback. */
  url: string;
  /** So many agents; null = as many as at the last start, 24 in an untouched account; 0 = none. */
  count: number | null;
  /** Owner of what is furnished. */
  ownerId: string;
  /** The gateway's trusted source secret. */
  trustedSecret: string;
  pace?: Pace;
  /** Where visitors find the edge, and how many requests a second they send; null = 2. None without it. */
  visitors?: { edge: VisitorsOptions["edge"]; rate: number | null };
};

const DEMO_AGENTS = 24;
/** Requests a second. */
const VISITORS = 2;

const NOBODY: Fleet = { ready: Promise.resolve(), releases: [], dispose: () => Promise.resolve() };

/**
 * Brings the demo to life: furnishes an untouched account, or gives the agents of a demo account new authtokens, then runs
 * the agents. An account that is used and not the demo's stays as it is. Call it when the gateway listens.
 */
export async function startDemo(options: DemoOptions): Promise<Fleet> {
  const { db, log, url, trustedSecret, pace = PACE } = options;
  if (options.count === 0) return NOBODY;
  const account = await db.transaction().execute((trx) => prepare(trx, options));
  if (!account) {
    if (options.count !== null)
      log.warn("no demo agents: this account is already in use; start with a new --data folder to get them");
    return NOBODY;
  }
  const { authtokens } = account;
  const agents = Math.min(account.agents, agentsThatFit(openFilesMax()));
  if (agents < account.agents) {
    log.warn(
      { wanted: account.agents, agents },
      "fewer demo agents: raise the hard limit of open files (ulimit -Hn)",
    );
  }
  log.info({ agents }, "demo agents connect");
  const profiles = await asTheyLeft(db, demoProfiles(agents));
  const fleet = startFleet({ url, profiles, authtokens, trustedSecret, pace, log });
  const rate = options.visitors?.rate ?? VISITORS;
  if (!options.visitors || rate === 0) return fleet;
  const { edge } = options.visitors;
  const visitors = fleet.ready.then(() => startVisitors({ db, rate, edge }));
  return {
    ...fleet,
    dispose: async () => {
      const agentsGone = fleet.dispose();
      await (await visitors).leave();
      await agentsGone;
    },
  };
}

/** Agents that were updated before the service stopped still are. */
async function asTheyLeft(db: Db, profiles: readonly DemoProfile[]): Promise<DemoProfile[]> {
  const rows = await endedRows(db);
  return profiles.map((profile) => {
    const last = rows.find(({ metadata, ip }) => metadata === profile.metadata && ip === profile.ip);
    const version = RELEASES.find((release) => release === last?.agent_version);
    return version === undefined ? profile : { ...profile, version };
  });
}

async function prepare(
  db: Db,
  { ownerId, count, url }: DemoOptions,
): Promise<{ authtokens: DemoAuthtokens; agents: number } | null> {
  if (!(await isUntouched(db))) return renewDemoCredentials(db, count);
  const agents = count ?? DEMO_AGENTS;
  const base = `${new URL(url).origin.replace("ws", "http")}/api`;
  await furnishAccount(db, { ownerId, base });
  return { authtokens: await createDemoCredentials(db, ownerId, agents), agents };
}
