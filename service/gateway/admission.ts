import type { Hello, Region, Welcome } from "#contract/agent-protocol.ts";
import { newId } from "#service/store/ids.ts";
import { endSessionsOf } from "#service/store/ended-sessions.ts";
import type { Db } from "#service/store/schema.ts";
import {
  credentialByHash,
  type HostportHolder,
  hostportHolders,
  insertSession,
  type SessionRows,
} from "#service/store/sessions.ts";
import { hashToken } from "#service/store/tokens.ts";
import type { Places } from "../places.ts";
import { mayBind } from "./acl.ts";
import type { AgentLimits } from "./limits.ts";
import type { KeptAddresses } from "./kept-address.ts";
import { type PublicAddress, publicAddress, type PublicPorts, wholeName } from "./public-address.ts";

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

/** A session, and the process that has its socket. */
export type Held = { sessionId: string; nodeId: string };

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

const DRAWS = 5;

/** Checks a hello and opens its session, tunnels and endpoints. Call it in a transaction; what it throws is the store's fault. */
export async function admit(
  trx: Db,
  asked: Asked,
  { places, credentials }: Shared,
  options: AdmissionOptions,
): Promise<Admission> {
  const { hello, ip, gone } = asked;
  const hash = hashToken(hello.authtoken);
  const credential = credentials.get(hash) ?? (await credentialByHash(trx, hash));
  if (!credential) {
    return refuse("Unknown authtoken. It may have been deleted. Create a new one in the console.");
  }
  credentials.set(hash, credential);
  // Tried alone after all, it has its place already.
  if (asked.place === undefined) asked.place = places.take(credential.id, gone);
  if (asked.place !== null) return { refusal: asked.place, retry: true };
  const region = hello.region ?? options.defaultRegion;
  const whole = ({ hostname, proto }: Hello["tunnels"][number]) =>
    hostname === undefined ? undefined : wholeName({ hostname, proto }, region, options.publicBase);
  const forbidden = hello.tunnels.find((tunnel) => !mayBind(credential.acl, tunnel, whole(tunnel)));
  if (forbidden)
    return refuse(`The rules of this authtoken don’t allow ${nameOf(forbidden, whole(forbidden))}.`);

  const addresses = await freeAddresses(trx, hello, region, credential.id, options);
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
        kept: address
          ? options.keptAddresses.seal(credential.id, address.hostport, rows.session.id)
          : undefined,
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

type Addresses =
  | { addresses: (PublicAddress | null)[]; over: readonly Held[]; succeeds: string | null }
  | { refusal: string; retry: boolean };

/**
 * Addresses that nobody else serves; drawn names that are taken are drawn again, asked-for ones are refused. Those of the
 * agent's last session are its own, and those of a session that succeeded the same one: its welcome may not have arrived.
 */
async function freeAddresses(
  db: Db,
  { tunnels }: Hello,
  region: Region,
  credentialId: string,
  { publicBase, publicPorts, keptAddresses }: AdmissionOptions,
): Promise<Addresses> {
  const shown = tunnels.map(({ kept }) =>
    kept === undefined ? null : keptAddresses.open(credentialId, kept),
  );
  const before = new Map(shown.flatMap((kept) => (kept ? [[kept.hostport, kept.sessionId]] : [])));
  const succeeds = shown.find((kept) => kept?.sessionId !== undefined)?.sessionId ?? null;
  const lost = new Set<string>();
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const addresses = tunnels.map((tunnel, index) => {
      const kept = tunnel.hostname ? null : (shown[index]?.hostport ?? null);
      return publicAddress(
        tunnel,
        region,
        publicBase,
        publicPorts,
        kept !== null && lost.has(kept) ? null : kept,
      );
    });
    const hostports = addresses.flatMap((address) => address?.hostport ?? []);
    const twice = hostports.find((hostport, index) => hostports.indexOf(hostport) !== index);
    const over = new Map<string, Held>();
    const taken: HostportHolder[] = [];
    for (const holder of await hostportHolders(db, hostports)) {
      const { hostport, session_id: sessionId, node_id: nodeId } = holder;
      const last = before.get(hostport);
      const own = last !== undefined && (last === sessionId || last === holder.succeeds);
      if (own && sessionId !== null && nodeId !== null) over.set(sessionId, { sessionId, nodeId });
      else taken.push(holder);
    }
    if (!twice && taken.length === 0) return { addresses, over: [...over.values()], succeeds };

    const asked = new Set(
      tunnels.flatMap(({ hostname }, i) => (hostname ? (addresses[i]?.hostport ?? []) : [])),
    );
    if (twice && asked.has(twice)) return refuse(`Two tunnels ask for ${twice}.`);
    const holder = taken.find(({ hostport }) => asked.has(hostport));
    if (holder) return { refusal: `${holder.hostport} is taken by ${holderName(holder)}.`, retry: true };
    for (const { hostport } of taken) lost.add(hostport);
    if (twice) lost.add(twice);
  }
  return { refusal: "No public address is free.", retry: true };
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

function refuse(refusal: string): { refusal: string; retry: false } {
  return { refusal, retry: false };
}

function nameOf({ labels, proto }: Hello["tunnels"][number], name: string | undefined): string {
  if (labels)
    return `the labels ${Object.entries(labels)
      .map((pair) => pair.join("="))
      .join(", ")}`;
  if (name !== undefined) return `the name ${name}`;
  const what = `${proto.startsWith("h") ? "an" : "a"} ${proto.toUpperCase()} tunnel without a hostname`;
  return `${what}. Add hostname=NAME with a name that they allow`;
}

function holderName({ tunnel_id, session_id, edge_id }: HostportHolder): string {
  return edge_id ? `edge ${edge_id}` : `tunnel ${tunnel_id} of session ${session_id}`;
}
