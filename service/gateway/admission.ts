import type { Hello, Region, Welcome } from "#contract/agent-protocol.ts";
import { newId } from "#service/store/ids.ts";
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
import { type PublicAddress, publicAddress, type PublicPorts } from "./public-address.ts";

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

/** A session that is online now, or why it can't be; `retry` = coming back may help. */
export type Admission =
  | { sessionId: string; credentialId: string; region: Region; tunnels: Welcome["tunnels"] }
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
  const forbidden = hello.tunnels.find((tunnel) => !mayBind(credential.acl, tunnel));
  if (forbidden) return refuse(`The rules of this authtoken don’t allow ${nameOf(forbidden)}.`);

  const region = hello.region ?? options.defaultRegion;
  const addresses = await freeAddresses(trx, hello, region, credential.id, options);
  if ("refusal" in addresses) return addresses;
  const rows = sessionRows(hello, ip, region, credential.id, options.nodeId, addresses.addresses);
  await insertSession(trx, rows);
  return {
    sessionId: rows.session.id,
    credentialId: credential.id,
    region,
    tunnels: rows.tunnels.map(({ id }, index) => {
      const address = addresses.addresses[index];
      const chosen = address && !hello.tunnels[index]?.hostname;
      return {
        id,
        public_url: address?.url,
        plain_url: address?.plainUrl,
        kept: chosen ? options.keptAddresses.seal(credential.id, address.hostport) : undefined,
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

type Addresses = { addresses: (PublicAddress | null)[] } | { refusal: string; retry: boolean };

/** Addresses that nobody serves yet; drawn names that are taken are drawn again, asked-for ones are refused. */
async function freeAddresses(
  db: Db,
  { tunnels }: Hello,
  region: Region,
  credentialId: string,
  { publicBase, publicPorts, keptAddresses }: AdmissionOptions,
): Promise<Addresses> {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const addresses = tunnels.map((tunnel) => {
      const wanted = draw === 0 && !tunnel.hostname ? tunnel.kept : undefined;
      const kept = wanted === undefined ? null : keptAddresses.open(credentialId, wanted);
      return publicAddress(tunnel, region, publicBase, publicPorts, kept);
    });
    const hostports = addresses.flatMap((address) => address?.hostport ?? []);
    const twice = hostports.find((hostport, index) => hostports.indexOf(hostport) !== index);
    const taken = await hostportHolders(db, hostports);
    if (!twice && taken.length === 0) return { addresses };

    const asked = new Set(
      tunnels.flatMap(({ hostname }, i) => (hostname ? (addresses[i]?.hostport ?? []) : [])),
    );
    if (twice && asked.has(twice)) return refuse(`Two tunnels ask for ${twice}.`);
    const holder = taken.find(({ hostport }) => asked.has(hostport));
    if (holder) return { refusal: `${holder.hostport} is taken by ${holderName(holder)}.`, retry: true };
  }
  return { refusal: "No public address is free.", retry: true };
}

function sessionRows(
  hello: Hello,
  ip: string,
  region: Region,
  credentialId: string,
  nodeId: string,
  addresses: readonly (PublicAddress | null)[],
): SessionRows {
  const now = new Date().toISOString();
  const session: SessionRows["session"] = {
    id: newId("session"),
    credential_id: credentialId,
    agent_version: hello.agent_version,
    ip,
    metadata: hello.metadata ?? "",
    os: hello.os,
    region,
    started_at: now,
    transport: hello.transport,
    capabilities: JSON.stringify(hello.capabilities),
    node_id: nodeId,
  };
  const rows: SessionRows = { session, tunnels: [], endpoints: [] };
  for (const [index, tunnel] of hello.tunnels.entries()) {
    const address = addresses[index] ?? null;
    const tunnelId = newId("tunnel");
    const endpointId = address && newId("endpoint");
    const shared = { region, metadata: tunnel.metadata ?? "" };
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

function nameOf({ labels, hostname, proto }: Hello["tunnels"][number]): string {
  if (labels)
    return `the labels ${Object.entries(labels)
      .map((pair) => pair.join("="))
      .join(", ")}`;
  return hostname ? `the name ${hostname}` : `a ${proto} tunnel without a hostname`;
}

function holderName({ tunnel_id, session_id, edge_id }: HostportHolder): string {
  return edge_id ? `edge ${edge_id}` : `tunnel ${tunnel_id} of session ${session_id}`;
}
