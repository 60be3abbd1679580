import type * as z from "zod/mini";
import { HttpsEdge, HttpsEdgeList, TcpEdge, TcpEdgeList, TlsEdge, TlsEdgeList } from "../edge.ts";
import {
  HttpsEdgeCreate,
  HttpsEdgeUpdate,
  TcpEdgeCreate,
  TcpEdgeUpdate,
  TlsEdgeCreate,
  TlsEdgeUpdate,
} from "../edge-request.ts";
import type { ErrorName } from "../error.ts";
import { Route } from "../route.ts";
import { RouteCreate, RouteUpdate } from "../route-request.ts";
import { ownerErrors } from "./modules.ts";
import { operation } from "./operation.ts";
import { crudOperations, ITEM_ERRORS } from "./resource.ts";

/** The operations of one kind of edge (protocol-facts.md#edges). */
function edgeOperations<
  const Kind extends string,
  List extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
  Create extends z.ZodMiniType,
  Update extends z.ZodMiniType,
>({
  name,
  words,
  kind,
  errors,
  ...schemas
}: {
  /** As in ids and tags: `Https`, `HTTPS edge`. */
  name: string;
  words: string;
  /** Last part of the path. */
  kind: Kind;
  list: List;
  answer: Answer;
  create: Create;
  update: Update;
  /** What its modules can be refused for. */
  errors: readonly ErrorName[];
}) {
  const tag = `${words}s`;
  const a = words === "HTTPS edge" ? "an" : "a";
  const writeErrors = ["hostportTaken", ...errors] as const;
  return crudOperations({
    ...schemas,
    id: `${name}Edges`,
    path: `/edges/${kind}`,
    tag,
    summaries: {
      create: `Create ${a} ${words}. Each of its hostports becomes an endpoint.`,
      list: `List ${tag}, newest first.`,
      get: `Get ${a} ${words}. A module that is not set is null.`,
      update:
        "Change an edge. Omitted and null fields stay unchanged; hostports replace the list, and its endpoints follow.",
      remove: "Delete an edge with its modules, its endpoints and, on an HTTPS edge, its routes.",
    },
    errors: { create: writeErrors, update: writeErrors },
  });
}

export const httpsEdgeOperations = edgeOperations({
  name: "Https",
  words: "HTTPS edge",
  kind: "https",
  create: HttpsEdgeCreate,
  update: HttpsEdgeUpdate,
  answer: HttpsEdge,
  list: HttpsEdgeList,
  errors: ownerErrors("httpsEdge"),
});

export const tlsEdgeOperations = edgeOperations({
  name: "Tls",
  words: "TLS edge",
  kind: "tls",
  create: TlsEdgeCreate,
  update: TlsEdgeUpdate,
  answer: TlsEdge,
  list: TlsEdgeList,
  errors: ownerErrors("tlsEdge"),
});

export const tcpEdgeOperations = edgeOperations({
  name: "Tcp",
  words: "TCP edge",
  kind: "tcp",
  create: TcpEdgeCreate,
  update: TcpEdgeUpdate,
  answer: TcpEdge,
  list: TcpEdgeList,
  errors: ownerErrors("tcpEdge"),
});

const routeErrors = [...ITEM_ERRORS, "matchTaken", ...ownerErrors("route")] as const;

/** api.md#https-edge-routes; method and path of get and update are the family's (protocol-facts.md#routes). */
export const routeOperations = {
  create: operation({
    id: "HttpsEdgeRoutesCreate",
    method: "POST",
    path: "/edges/https/{edge_id}/routes",
    summary: "Create a route of an HTTPS edge.",
    tag: "HTTPS edge routes",
    body: RouteCreate,
    checkedByHandler: true,
    status: 201,
    answer: Route,
    errors: routeErrors,
  }),
  get: operation({
    id: "HttpsEdgeRoutesGet",
    method: "GET",
    path: "/edges/https/{edge_id}/routes/{id}",
    summary: "Get a route. A module that is not set is null.",
    tag: "HTTPS edge routes",
    status: 200,
    answer: Route,
    errors: ITEM_ERRORS,
  }),
  update: operation({
    id: "HttpsEdgeRoutesUpdate",
    method: "PATCH",
    path: "/edges/https/{edge_id}/routes/{id}",
    summary:
      "Change a route. Omitted and null fields stay unchanged; a module in the body replaces the old one completely.",
    tag: "HTTPS edge routes",
    body: RouteUpdate,
    checkedByHandler: true,
    status: 200,
    answer: Route,
    errors: routeErrors,
  }),
  remove: operation({
    id: "HttpsEdgeRoutesDelete",
    method: "DELETE",
    path: "/edges/https/{edge_id}/routes/{id}",
    summary: "Delete a route with its modules.",
    tag: "HTTPS edge routes",
    status: 204,
    errors: ITEM_ERRORS,
  }),
} as const;
