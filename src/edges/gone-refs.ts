import type { QueryClient } from "@tanstack/react-query";
import { fetchEvents } from "#api/events.ts";
import { findContract } from "#contract/modules/contracts.ts";
import { kindsOf } from "#contract/modules/kinds.ts";
import type { ModuleOwner, ModuleRef } from "#contract/modules/module-contract.ts";
import { resourceOfKind, type Row } from "#resources/all.ts";
import { kindOf } from "#resources/ref-target.ts";
import { unlessGone } from "#resources/settle.ts";

/** Something that a module names and that was deleted: "backend “shop”". */
export type GoneRef = { module: string; says: string };

/** What the modules of requests that make a route or edge again name. */
function refsIn(owner: ModuleOwner, body: object): (ModuleRef & { module: string })[] {
  return kindsOf(owner).flatMap((module: string) => {
    const contract = findContract(owner, module);
    const parsed = contract?.request.safeParse((body as Record<string, unknown>)[module]);
    return parsed?.success && contract
      ? contract.refs(parsed.data).map((one) => Object.assign(one, { module }))
      : [];
  });
}

/** What of that is deleted by now, each once, by the name that its last event has. A service without these lists is not asked. */
export async function goneRefs(
  client: QueryClient,
  owner: ModuleOwner,
  bodies: readonly object[],
): Promise<GoneRef[]> {
  // A backend of another kind is in no list.
  const named = bodies.flatMap((body) => refsIn(owner, body)).filter(({ id, kind }) => kindOf(id) === kind);
  const refs = [...new Map(named.map((one) => [one.id, one])).values()];
  const gone: GoneRef[] = [];
  for (const kind of new Set(refs.map((one) => one.kind))) {
    const of = resourceOfKind(kind);
    const rows = await unlessGone(client.fetchQuery({ ...of.query, staleTime: 0 }));
    if (!rows) continue;
    const there = new Set(rows.map(({ id }) => id));
    for (const { id, module } of refs.filter((one) => one.kind === kind && !there.has(one.id))) {
      const last = (await fetchEvents({ object_id: id }, null, { limit: 1 }))?.events[0]?.object;
      gone.push({ module, says: `${of.noun.one} ${last ? `“${of.nameOf(last as Row)}”` : id}` });
    }
  }
  return gone;
}
