import { type KnownModule, moduleContract } from "#contract/modules/contracts.ts";
import { operation } from "./operation.ts";
import { pascal } from "./schemas.ts";

const errors = ["idMalformed", "resourceUnknown"] as const;

/** PUT, GET and DELETE of one module kind of a route (api.md, Edge module sub-resources). */
export function routeModuleOperations(kind: KnownModule) {
  const { request, answer } = moduleContract(kind);
  const words = kind.replaceAll("_", " ");
  const name = pascal(kind);
  const path = `/edges/https/{edge_id}/routes/{id}/${kind}` as const;
  const tag = "HTTPS edge route modules";
  return {
    replace: operation({
      id: `HttpsEdgeRoute${name}Replace`,
      method: "PUT",
      path,
      summary: `Replace a route’s ${words}. A field left out takes its default.`,
      tag,
      body: request,
      wrap: "module",
      status: 200,
      answer,
      errors,
    }),
    get: operation({
      id: `HttpsEdgeRoute${name}Get`,
      method: "GET",
      path,
      summary: `Get a route’s ${words}.`,
      tag,
      status: 200,
      answer,
      errors: [...errors, "moduleNotSet"],
    }),
    remove: operation({
      id: `HttpsEdgeRoute${name}Delete`,
      method: "DELETE",
      path,
      summary: `Remove a route’s ${words}.`,
      tag,
      status: 204,
      errors,
    }),
  };
}
