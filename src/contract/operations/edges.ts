import { PageQuery } from "../common.ts";
import { HttpsEdge, HttpsEdgeList } from "../edge.ts";
import { HttpsEdgeCreate } from "../edge-request.ts";
import { Route } from "../route.ts";
import { RouteCreate, RouteUpdate } from "../route-request.ts";
import { operation } from "./operation.ts";

const getErrors = ["idMalformed", "resourceUnknown"] as const;

/** family-facts §3: HTTPS edges. */
export const httpsEdgeOperations = {
  create: operation({
    id: "HttpsEdgesCreate",
    method: "POST",
    path: "/edges/https",
    summary: "Create an HTTPS edge. Each of its hostports becomes an endpoint.",
    tag: "HTTPS edges",
    body: HttpsEdgeCreate,
    status: 201,
    answer: HttpsEdge,
    errors: ["hostportTaken"],
  }),
  list: operation({
    id: "HttpsEdgesList",
    method: "GET",
    path: "/edges/https",
    summary: "List HTTPS edges with their routes, newest first.",
    tag: "HTTPS edges",
    query: PageQuery,
    status: 200,
    answer: HttpsEdgeList,
    errors: ["limitInvalid", "valueInvalid"],
  }),
  get: operation({
    id: "HttpsEdgesGet",
    method: "GET",
    path: "/edges/https/{id}",
    summary: "Get an HTTPS edge with its routes.",
    tag: "HTTPS edges",
    status: 200,
    answer: HttpsEdge,
    errors: getErrors,
  }),
} as const;

/** api.md, Endpoints, HTTPS edge routes; method and path of get and update are the family's (family-facts §2). */
export const routeOperations = {
  create: operation({
    id: "HttpsEdgeRoutesCreate",
    method: "POST",
    path: "/edges/https/{edge_id}/routes",
    summary: "Create a route of an HTTPS edge.",
    tag: "HTTPS edge routes",
    body: RouteCreate,
    status: 201,
    answer: Route,
    errors: [...getErrors, "matchTaken"],
  }),
  get: operation({
    id: "HttpsEdgeRoutesGet",
    method: "GET",
    path: "/edges/https/{edge_id}/routes/{id}",
    summary: "Get a route. A module that is not set is null.",
    tag: "HTTPS edge routes",
    status: 200,
    answer: Route,
    errors: getErrors,
  }),
  update: operation({
    id: "HttpsEdgeRoutesUpdate",
    method: "PATCH",
    path: "/edges/https/{edge_id}/routes/{id}",
    summary: "Change a route. What is left out stays; a module that is given replaces the old one whole.",
    tag: "HTTPS edge routes",
    body: RouteUpdate,
    status: 200,
    answer: Route,
    errors: [...getErrors, "matchTaken"],
  }),
} as const;
