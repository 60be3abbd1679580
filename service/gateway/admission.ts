import type { Hello, Region, Welcome } from "#contract/agent-protocol.ts";
import { newId } from "#service/store/ids.ts";
import {
  type Agent,
  endedRows,
  endSessionsOf,
  noteRefusal,
  onlineLike,
} from "#service/store/ended-sessions.ts";
import type { Db } from "#service/store/schema.ts";
import { credentialByHash, insertSession, type SessionRows } from "#service/store/sessions.ts";
import { hashToken, keyIdOf } from "#service/store/tokens.ts";
import type { Places } from "../places.ts";
import { cameBackAs } from "../rules/came-back.ts";
import { mayBind } from "#contract/may-bind.ts";
import { freeAddresses, type Held, refuse } from "./free-addresses.ts";
import type { AgentLimits } from "./limits.ts";
import type { KeptAddress, KeptAddresses } from "./kept-address.ts";
import { type PublicAddress, type PublicPorts, wholeName } from "./public-address.ts";

export type AdmissionOptions = {
  nodeId: string;
  publicBase: string;
  publicPorts?: PublicPorts;
  keptAddresses: KeptAddresses;
  defaultRegion: Region;
  limits: Pick<AgentLimits, "agentTunnels" | "tunnelLabels" | "authtokenSessions">;
};

/** A hello, from where it came, and when its connection will have ended. */
export type Ask = { hello: Hello; ip: string; gone: Promise<void> };
/** Once its authtoken is known: null for the place it has among that one's sessions, or why there is none. */
export type Asked = Ask & { place?: string | null };

/** What the hellos of one transaction share: credentials by the hash of their authtoken, and their places. */
export type Shared = { credentials: Map<string, { id: string; acl: string[] }>; places: Places };

/** A session that is online now and those that it took over, or why it can't be; `retry` = coming back may help. */
export type Admission =
  | {
      sessionId: string;
      credentialId: string;
      region: Region;
      tunnels: Welcome["tunnels"];
      over: readonly Held[];
    }
  | { refusal: string; retry: boolean };

/**
 * Checks a hello and opens its session, tunnels and endpoints; a refusal is noted with the session that the agent had last. Call it
 * in a transaction; what it throws is the store's fault.
 */
export async function admit(
  trx: Db,
  asked: Asked,
  { places, credentials }: Shared,
  options: AdmissionOptions,
): Promise<Admission> {
  const { hello } = asked;
  const hash = hashToken(hello.authtoken);
  const credential = credentials.get(hash) ?? (await credentialByHash(trx, hash));
  if (!credential) {
    return refuse(
      keyIdOf(hello.authtoken)
        ? "This is an API key, not an authtoken. Create an authtoken in the console."
        : "Unknown authtoken. It may have been deleted. Create a new one in the console.",
    );
  }
  credentials.set(hash, credential);
  const kept = hello.tunnels.map((tunnel) =>
    tunnel.kept === undefined ? null : options.keptAddresses.open(credential.id, tunnel.kept),
  );
  const admission = await admitTo(trx, asked, { credential, kept, places }, options);
  if ("refusal" in admission) {
    const { os, metadata = "" } = hello;
    const last = kept.flatMap((one) => one?.sessionId ?? []);
    const agent = { credential_id: credential.id, ip: asked.ip, os, metadata };
    await noteRefusal(trx, last.length > 0 ? last : await awayLike(trx, agent), admission.refusal);
  }
  return admission;
}

/** The session that this agent had last, by its looks; none where several that are away look like it. */
async function awayLike(trx: Db, agent: Agent): Promise<string[]> {
  const ended = await endedRows(trx, agent);
  const back = cameBackAs(ended, await onlineLike(trx, agent));
  const away = ended.flatMap(({ id }) => (back.has(id) ? [] : id));
  return away.length === 1 ? away : [];
}

type Known = {
  credential: { id: string; acl: string[] };
  /** By tunnel, the address that it had. */
  kept: readonly (KeptAddress | null)[];
  places: Places;
};

async function admitTo(
  trx: Db,
  asked: Asked,
  { credential, kept, places }: Known,
  options: AdmissionOptions,
): Promise<Admission> {
  const { hello, ip, gone } = asked;
  // Tried alone after all, it has its place already.
  if (asked.place === undefined) asked.place = places.take(credential.id, gone);
  if (asked.place !== null) return { refusal: asked.place, retry: true };
  const region = hello.region ?? options.defaultRegion;
  const wholes = hello.tunnels.map(({ hostname, proto }, i) =>
    hostname === undefined
      ? kept[i]?.hostport.replace(/:443$/, "")
      : wholeName({ hostname, proto }, region, options.publicBase),
  );
  const at = hello.tunnels.findIndex((tunnel, i) => !mayBind(credential.acl, tunnel, wholes[i]));
  const forbidden = hello.tunnels[at];
  if (forbidden)
    return refuse(
      `The rules of this authtoken don’t allow ${nameOf(forbidden, wholes[at], credential.acl)}.`,
    );

  const isFixed = !mayBind(credential.acl, {});
  const addresses = await freeAddresses(trx, hello.tunnels, { region, kept, isFixed }, options);
  if ("refusal" in addresses) return addresses;
  const { over, succeeds } = addresses;
  const rows = sessionRows(
    hello,
    { ip, region, credential_id: credential.id, node_id: options.nodeId, succeeds },
    addresses.addresses,
  );
  const ended = over.map(({ sessionId }) => sessionId);
  if (ended.length > 0) await endSessionsOf(trx, ended, "lost");
  await insertSession(trx, rows);
  return {
    sessionId: rows.session.id,
    over,
    credentialId: credential.id,
    region,
    tunnels: rows.tunnels.map(({ id }, index) => {
      const address = addresses.addresses[index];
      return {
        id,
        public_url: address?.url,
        plain_url: address?.plainUrl,
        kept: options.keptAddresses.seal(credential.id, address?.hostport ?? "", rows.session.id),
      };
    }),
  };
}

/** Why a hello asks for more than any agent may have; null when it does not. */
export function excessOf(
  { tunnels }: Hello,
  { agentTunnels, tunnelLabels }: AdmissionOptions["limits"],
): string | null {
  if (tunnels.length > agentTunnels)
    return `Too many tunnels: ${tunnels.length}, and the limit is ${agentTunnels}. Run more agents with fewer tunnels.`;
  const labels = Math.max(0, ...tunnels.map((tunnel) => Object.keys(tunnel.labels ?? {}).length));
  if (labels > tunnelLabels)
    return `Too many labels on a tunnel: ${labels}, and the limit is ${tunnelLabels}. Remove some.`;
  return null;
}

function sessionRows(
  hello: Hello,
  place: Pick<SessionRows["session"], "ip" | "region" | "credential_id" | "node_id" | "succeeds">,
  addresses: readonly (PublicAddress | null)[],
): SessionRows {
  const now = new Date().toISOString();
  const session: SessionRows["session"] = {
    ...place,
    id: newId("session"),
    agent_version: hello.agent_version,
    metadata: hello.metadata ?? "",
    os: hello.os,
    started_at: now,
    transport: hello.transport,
    capabilities: JSON.stringify(hello.capabilities),
    agent_update: hello.update ? JSON.stringify(hello.update) : null,
  };
  const rows: SessionRows = { session, tunnels: [], endpoints: [] };
  for (const [index, tunnel] of hello.tunnels.entries()) {
    const address = addresses[index] ?? null;
    const tunnelId = newId("tunnel");
    const endpointId = address && newId("endpoint");
    const shared = { region: place.region, metadata: tunnel.metadata ?? "" };
    rows.tunnels.push({
      ...shared,
      id: tunnelId,
      session_id: session.id,
      proto: address?.proto ?? tunnel.proto,
      public_url: address?.url ?? null,
      forwards_to: tunnel.forwards_to,
      labels: tunnel.labels ? JSON.stringify(tunnel.labels) : null,
      started_at: now,
      endpoint_id: endpointId,
    });
    if (!address || !endpointId) continue;
    rows.endpoints.push({
      ...shared,
      id: endpointId,
      type: "ephemeral",
      proto: address.proto,
      hostport: address.hostport,
      public_url: address.url,
      created_at: now,
      updated_at: now,
      tunnel_id: tunnelId,
      edge_id: null,
    });
  }
  return rows;
}

function nameOf(
  { labels, proto }: Hello["tunnels"][number],
  name: string | undefined,
  acl: readonly string[],
): string {
  const ofLabel = acl.find((rule) => rule.includes("="));
  const byLabel = `--label ${ofLabel?.slice("bind:".length).replace(/^\*/, "NAME").replace(/=\*$/, "=VALUE")}`;
  const byName = "hostname=NAME with a name that they allow";
  const orChange = "or change the rules in the console";
  if (labels) {
    const asked = Object.entries(labels).map((pair) => pair.join("="));
    return `the labels ${asked.join(", ")}. Use ${ofLabel === undefined ? byName : byLabel}, ${orChange}`;
  }
  const onlyLabels = acl.every((rule) => rule.includes("="));
  if (name !== undefined)
    return `the name ${name}. Use ${onlyLabels ? byLabel : "one that they allow"}, ${orChange}`;
  const what = `${proto.startsWith("h") ? "an" : "a"} ${proto.toUpperCase()} tunnel without a hostname`;
  return `${what}. Add ${onlyLabels ? byLabel : byName}`;
}
