import type { HttpBindings } from "@hono/node-server";
import type { RunningEdge } from "#edge/edge.ts";
import type { Context } from "hono";
import type { Logger } from "pino";
import type { ReleaseFacts } from "#contract/agent-release.ts";
import type { LiveStateOf } from "#edge/modules/live-state.ts";
import type { SamlEndpoints } from "#edge/modules/saml/endpoints.ts";
import type { Config } from "../config.ts";
import type { Deliverer } from "../delivery/deliverer.ts";
import type { PublicPorts } from "../gateway/public-address.ts";
import type { Gateway } from "../gateway/types.ts";
import type { SignInCodes } from "../sign-in-codes.ts";
import type { Releases } from "../releases.ts";
import type { Db } from "../store/schema.ts";
import type { Traffic } from "#service/traffic/traffic.ts";
import type { Versions } from "../store/versions.ts";
import type { WriteHealth } from "../store/write-health.ts";

/** Who calls, by their API key. */
export type Principal = { keyId: string; userId: string; userName: string; admin: boolean };

/** Where the edge listens, what it can't apply yet, and the root of its certificates where it signs them itself. */
export type EdgeFacts = PublicPorts & {
  unapplied: readonly string[];
  rootPem: string | null;
  /** For which protocols; null where other edges of the account may listen for more. */
  listens: readonly string[] | null;
  /** Ports of TCP addresses that are not open now; null where another edge of the account may have them. */
  closedPorts: (() => readonly number[]) | null;
  /** Providers that OAuth needs no own app for; null where other edges of the account may have other ones. */
  managedApps: readonly string[] | null;
};

/** What the routes work with. Everything in it lives as long as the service. */
export type Services = {
  config: Pick<
    Config,
    | "versionHeader"
    | "rateLimit"
    | "keyFailures"
    | "keyStreams"
    | "trustForwarded"
    | "allowHost"
    | "eventsKeep"
  >;
  db: Db;
  writes: WriteHealth;
  versions: Versions;
  log: Logger;
  gateway: Gateway;
  codes: SignInCodes;
  /** Names this process. */
  nodeId: string;
  /** Tells who runs rollouts that there may be something to do; nobody runs them where it is not given. */
  wakeRollouts?: () => void;
  /** Sends events to their destinations. */
  deliverer: Deliverer;
  /** After a key was deleted: writes a new admin.key where that held it. */
  renewAdmin: (deletedId: string, caller: Pick<Caller, "principal" | "base">) => Promise<void>;
  /** The id of the key that admin.key holds; null where it can't be told. */
  adminKeyId: () => string | null;
  traffic: Traffic;
  /** Traffic events that no destination gets, since too many wait. */
  trafficUnsent: () => number;
  /** What the edge of this service says of itself; null where it runs none. */
  edge: EdgeFacts | null;
  /** What identity providers find at the SAML addresses of routes. */
  saml: SamlEndpoints;
  /** What the edge of this service does for operators: test requests, what a draft would have done, what it has counted; null where it runs none. */
  edgeTests: (Pick<RunningEdge, "test" | "preview"> & { liveState: LiveStateOf }) | null;
  /** What agents update to; null without --releases. */
  releases: Releases | null;
  /** What agents of its demo update to besides. */
  demoReleases?: () => readonly ReleaseFacts[];
  /** Folder of the built console. */
  consoleDir: string;
  /** True once the service is shutting down. */
  stopping: () => boolean;
};

/** The part of a request that handlers know besides its parameters and body. */
export type Caller = {
  principal: Principal;
  /** Absolute base of every `uri`: `http://127.0.0.1:4180/api`. */
  base: string;
};

/** Hono's variables of one request. */
type RequestVariables = {
  operationId: string;
  principal?: Principal;
  operation?: string;
  /** What every answer to it has. */
  headers: Record<string, string>;
  /** The answer, if it has all of them. */
  made?: Response;
};
export type Env = { Variables: RequestVariables };

/** What Node received and answers with; nothing where a test asks the app without a socket. */
export const socketOf = (c: Context<Env>): Partial<HttpBindings> =>
  (c.env as Partial<HttpBindings> | undefined) ?? {};
