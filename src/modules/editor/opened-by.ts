import type { QueryClient } from "@tanstack/react-query";
import type { EdgeLimits } from "#resources/closing.ts";
import { isClosed, leadOf } from "#resources/edge-way.ts";
import { edges } from "#resources/edges.ts";
import { ownerIdOf, readOwner } from "#resources/module-owner.ts";
import type { ModuleAddress, ModuleValue } from "#resources/modules.ts";
import { isJsonObject, own, type JsonObject } from "#forms/json.ts";
import { GUARDS, lossBySave } from "../lint/guards.ts";
import { accessWords } from "../lint/open-words.ts";

/**
 * Who can connect now that a guard is not what it `was`, by what the service has of its owner; undefined where that is nobody
 * more, where other guards stay, and where nobody gets in.
 */
export async function openedBy(
  client: QueryClient,
  address: ModuleAddress,
  limits: EdgeLimits,
  was: ModuleValue,
): Promise<string | undefined> {
  const { owner, edgeId, kind } = address;
  if (!GUARDS.includes(kind)) return undefined;
  const [modules, edge] = await Promise.all([
    readOwner(client, address).then((answer): JsonObject => ({ ...answer })),
    owner === "route" ? edges.https.fetchOne(edgeId, { client }) : undefined,
  ]);
  const target = { owner, id: ownerIdOf(address), modules, edge };
  const is = own(modules, kind);
  const loss = lossBySave(target, kind, was, isJsonObject(is) ? is : null);
  const isOpen = loss?.left?.length === 0 || loss?.anyone;
  if (!isOpen || loss.kept || loss.addresses.length === 0) return undefined;
  const routes = owner === "httpsEdge" ? [own(modules, "routes")].flat().filter(isJsonObject) : [modules];
  const closed = routes.some((route) => isClosed(leadOf(route, limits, edge ?? modules)));
  return closed ? undefined : accessWords(target);
}
