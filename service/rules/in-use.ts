import type { RefKind } from "#contract/modules/module-contract.ts";
import { ID_PREFIXES } from "#contract/common.ts";
import { ApiProblem } from "../errors.ts";
import { type Referrer, referrersOf } from "../store/modules.ts";
import { lockIds, type RowKind } from "../store/rows.ts";
import type { Db } from "../store/schema.ts";

const NAMES: Record<RefKind, string> = {
  ipPolicy: "IP policy",
  certificateAuthority: "certificate authority",
  tunnelGroupBackend: "backend",
};

/** So many are named; of more only that there are more. */
const NAMED_MAX = 5;

const EDGES: readonly (readonly [string, string])[] = [
  [ID_PREFIXES.httpsEdge, "HTTPS edge"],
  [ID_PREFIXES.tlsEdge, "TLS edge"],
  [ID_PREFIXES.tcpEdge, "TCP edge"],
];

/** `ip_restriction of route edghtsrt_1 of HTTPS edge edghts_2`. */
function referrerName({ owner_id, kind, edge_id }: Referrer): string {
  if (edge_id !== null) return `${kind} of route ${owner_id} of HTTPS edge ${edge_id}`;
  const name = EDGES.find(([prefix]) => owner_id.startsWith(`${prefix}_`))?.[1] ?? "edge";
  return `${kind} of ${name} ${owner_id}`;
}

/** What to say to somebody who deletes a resource that is in use; null when it is not. */
export function inUseMessage(kind: RefKind, id: string, referrers: readonly Referrer[]): string | null {
  if (referrers.length === 0) return null;
  const named = referrers.slice(0, NAMED_MAX).map(referrerName);
  const more = referrers.length > NAMED_MAX ? ", and more" : "";
  return `The ${NAMES[kind]} ${id} is used by ${named.join(", ")}${more}. Remove it there first.`;
}

const isNameable = (kind: RowKind): kind is RefKind => Object.hasOwn(NAMES, kind);

/**
 * Call it in the transaction that deletes a resource, before it does. Of a kind that no module can name it does nothing.
 *
 * @throws ApiProblem 409 that names who uses it.
 */
export async function refuseWhenUsed(trx: Db, kind: RowKind, id: string): Promise<void> {
  if (!isNameable(kind)) return;
  await lockIds(trx, kind, [id]);
  const message = inUseMessage(kind, id, await referrersOf(trx, id, NAMED_MAX + 1));
  if (message !== null) throw new ApiProblem("inUse", message);
}
