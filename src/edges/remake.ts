import { writtenTexts } from "#resources/texts.ts";
import type { AnyEdge, EdgeCreate } from "#resources/edges.ts";
import { ownerOfEdge } from "#resources/module-owner.ts";
import type { EdgeProtocol } from "#resources/paths.ts";
import { unknownFields } from "#resources/unknown-fields.ts";
import { findContract } from "#contract/modules/contracts.ts";
import { kindsOf } from "#contract/modules/kinds.ts";
import type { ModuleOwner } from "#contract/modules/module-contract.ts";
import { assumeSecrets } from "#contract/modules/secrets.ts";
import type { Route } from "#contract/route.ts";
import type { RouteCreate } from "#contract/route-request.ts";
import { isJsonObject, sameJson, type JsonObject } from "#forms/json.ts";

/**
 * The request that makes something again. `missing` are the modules with a secret that the service holds and did not
 * return, `unknown` the fields of another service of the family: sent as they were read.
 */
export type Remade<Body> = { body: Body; missing: string[]; unknown: string[] };

/** Whether a request for a module leaves out a secret that it needs. */
export const lacksSecret = (kind: string, request: unknown): boolean =>
  isJsonObject(request) && !sameJson(assumeSecrets(kind, request), request);

/** The modules that are set on an owner, as requests. */
function modulesOf(owner: ModuleOwner, shown: { readonly [field: string]: unknown }): Remade<JsonObject> {
  const unknown = unknownFields(owner, shown);
  const body: JsonObject = { ...unknown };
  const missing: string[] = [];
  for (const kind of kindsOf(owner)) {
    const answer = shown[kind];
    const contract = findContract(owner, kind);
    if (!contract || !isJsonObject(answer)) continue;
    const request = contract.toRequest(answer);
    body[kind] = request;
    if (lacksSecret(kind, request)) missing.push(kind);
  }
  return { body, missing, unknown: Object.keys(unknown) };
}

/** The request that makes a route again, without its id and the secrets that nobody returned. */
export function remadeRoute(route: Route): Remade<RouteCreate> {
  const { body, ...rest } = modulesOf("route", route);
  const { match_type, match } = route;
  return { body: { match_type, match, ...writtenTexts(route), ...body } as RouteCreate, ...rest };
}

/** The request that makes an edge again, without its id and its routes. */
export function remadeEdge(protocol: EdgeProtocol, edge: AnyEdge): Remade<EdgeCreate> {
  const { owner } = ownerOfEdge({ protocol, id: edge.id });
  const { body, ...rest } = modulesOf(owner, edge);
  const hostports = edge.hostports ? { hostports: edge.hostports } : {};
  return { body: { ...hostports, ...writtenTexts(edge), ...body }, ...rest };
}
