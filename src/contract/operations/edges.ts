import type * as z from "zod/mini";
import { PageQuery } from "../common.ts";
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

const getErrors = ["idMalformed", "resourceUnknown"] as const;

type Edges<Kind, Create, Update, Answer, List> = {
  /** As in ids and tags: `Https`, `HTTPS edge`. */
  name: string;
  words: string;
  /** Last part of the path. */
  kind: Kind;
  create: Create;
  update: Update;
  answer: Answer;
  list: List;
  /** What its modules can be refused for. */
  moduleErrors: readonly ErrorName[];
};

/** The operations of one kind of edge (protocol-facts.md#edges). */
function edgeOperations<
  const Kind extends string,
  Create extends z.ZodMiniType,
  Update extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
  List extends z.ZodMiniType,
>({
  name,
  words,
  kind,
  create,
  update,
  answer,
  list,
  moduleErrors,
}: Edges<Kind, Create, Update, Answer, List>) {
  const tag = `${words}s`;
  const path = `/edges/${kind}` as const;
  const item = `/edges/${kind}/{id}` as const;
  return {
    create: operation({
      id: `${name}EdgesCreate`,
      method: "POST",
      path,
      summary: `Create ${words === "HTTPS edge" ? "an" : "a"} ${words}. Each of its hostports becomes an endpoint.`,
      tag,
      body: create,
      status: 201,
      answer,
      errors: ["hostportTaken", ...moduleErrors],
    }),
    list: operation({
      id: `${name}EdgesList`,
      method: "GET",
      path,
      summary: `List ${tag}, newest first.`,
      tag,
      query: PageQuery,
      status: 200,
      answer: list,
      errors: ["limitInvalid", "valueInvalid"],
    }),
    get: operation({
      id: `${name}EdgesGet`,
      method: "GET",
      path: item,
      summary: `Get ${words === "HTTPS edge" ? "an" : "a"} ${words}. A module that is not set is null.`,
      tag,
      status: 200,
      answer,
      errors: getErrors,
    }),
    update: operation({
      id: `${name}EdgesUpdate`,
      method: "PATCH",
      path: item,
      summary:
        "Change an edge. What is left out or null stays; hostports replace the list, and its endpoints follow.",
      tag,
      body: update,
      status: 200,
      answer,
      errors: [...getErrors, "hostportTaken", ...moduleErrors],
    }),
    remove: operation({
      id: `${name}EdgesDelete`,
      method: "DELETE",
      path: item,
      summary: "Delete an edge with its modules, its endpoints and, on an HTTPS edge, its routes.",
      tag,
      status: 204,
      errors: getErrors,
    }),
  } as const;
}

export const httpsEdgeOperations = edgeOperations({
  name: "Https",
  words: "HTTPS edge",
  kind: "https",
  create: HttpsEdgeCreate,
  update: HttpsEdgeUpdate,
  answer: HttpsEdge,
  list: HttpsEdgeList,
  moduleErrors: ownerErrors("httpsEdge"),
});

export const tlsEdgeOperations = edgeOperations({
  name: "Tls",
  words: "TLS edge",
  kind: "tls",
  create: TlsEdgeCreate,
  update: TlsEdgeUpdate,
  answer: TlsEdge,
  list: TlsEdgeList,
  moduleErrors: ownerErrors("tlsEdge"),
});

export const tcpEdgeOperations = edgeOperations({
  name: "Tcp",
  words: "TCP edge",
  kind: "tcp",
  create: TcpEdgeCreate,
  update: TcpEdgeUpdate,
  answer: TcpEdge,
  list: TcpEdgeList,
  moduleErrors: ownerErrors("tcpEdge"),
});

const routeErrors = [...getErrors, "matchTaken", ...ownerErrors("route")] as const;

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
    errors: getErrors,
  }),
  update: operation({
    id: "HttpsEdgeRoutesUpdate",
    method: "PATCH",
    path: "/edges/https/{edge_id}/routes/{id}",
    summary:
      "Change a route. What is left out or null stays; a module that is given replaces the old one whole.",
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
    errors: getErrors,
  }),
} as const;
