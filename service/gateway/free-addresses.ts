import type { Hello, Region } from "#contract/agent-protocol.ts";
import type { Db } from "#service/store/schema.ts";
import { type HostportHolder, hostportHolders } from "#service/store/sessions.ts";
import type { KeptAddress } from "./kept-address.ts";
import { type PublicAddress, publicAddress, type PublicPorts } from "./public-address.ts";

/** A session, and the process that has its socket. */
export type Held = { sessionId: string; nodeId: string };

const DRAWS = 5;

type Place = {
  region: Region;
  /** By tunnel, the address that it had. */
  kept: readonly (KeptAddress | null)[];
  /** Its authtoken allows no address that the service chooses. */
  isFixed: boolean;
};

type Addresses =
  | { addresses: (PublicAddress | null)[]; over: readonly Held[]; succeeds: string | null }
  | { refusal: string; retry: boolean };

/**
 * Addresses that nobody else serves; drawn names that are taken are drawn again, asked-for ones are refused. Those of the
 * agent's last session are its own, and those of a session that succeeded the same one: its welcome may not have arrived.
 */
export async function freeAddresses(
  db: Db,
  tunnels: Hello["tunnels"],
  { region, kept: shown, isFixed }: Place,
  { publicBase, publicPorts }: { publicBase: string; publicPorts?: PublicPorts },
): Promise<Addresses> {
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
      tunnels.flatMap(({ hostname }, i) => (hostname || isFixed ? (addresses[i]?.hostport ?? []) : [])),
    );
    if (twice && asked.has(twice)) return refuse(`Two tunnels ask for ${twice}.`);
    const holder = taken.find(({ hostport }) => asked.has(hostport));
    if (holder) return { refusal: `${holder.hostport} is taken by ${holderName(holder)}.`, retry: true };
    for (const { hostport } of taken) lost.add(hostport);
    if (twice) lost.add(twice);
  }
  return { refusal: "No public address is free.", retry: true };
}

/** A refusal for good: coming back would not help. */
export function refuse(refusal: string): { refusal: string; retry: false } {
  return { refusal, retry: false };
}

function holderName({ tunnel_id, session_id, edge_id }: HostportHolder): string {
  return edge_id ? `edge ${edge_id}` : `tunnel ${tunnel_id} of session ${session_id}`;
}
