import * as z from "zod/mini";
import { listOf, Timestamp } from "./common.ts";
import { Route } from "./route.ts";

/** A module as an edge shows it: its object, or null when it is not set. Its own contract is in modules/. */
const ModuleValue = z.nullish(z.looseObject({ enabled: z.optional(z.boolean()) }));

/** What every edge has in an answer (protocol-facts.md#edges). */
const answerFields = {
  id: z.string(),
  uri: z.string(),
  created_at: Timestamp,
  description: z.nullish(z.string()),
  metadata: z.nullish(z.string()),
  hostports: z.nullish(z.array(z.string())),
};

/** An HTTPS edge in the family's shape (protocol-facts.md#edges). Its routes come inside it: there is no list of routes. */
export const HttpsEdge = z.looseObject({
  ...answerFields,
  mutual_tls: ModuleValue,
  tls_termination: ModuleValue,
  routes: z.nullish(z.array(Route)),
});
export type HttpsEdge = z.infer<typeof HttpsEdge>;

export const HttpsEdgeList = listOf("https_edges", HttpsEdge);

/** A TLS edge in the family's shape (protocol-facts.md#edges). */
export const TlsEdge = z.looseObject({
  ...answerFields,
  backend: ModuleValue,
  ip_restriction: ModuleValue,
  mutual_tls: ModuleValue,
  tls_termination: ModuleValue,
  policies: ModuleValue,
});
export type TlsEdge = z.infer<typeof TlsEdge>;

export const TlsEdgeList = listOf("tls_edges", TlsEdge);

/** A TCP edge in the family's shape (protocol-facts.md#edges). */
export const TcpEdge = z.looseObject({
  ...answerFields,
  backend: ModuleValue,
  ip_restriction: ModuleValue,
  policies: ModuleValue,
});
export type TcpEdge = z.infer<typeof TcpEdge>;

export const TcpEdgeList = listOf("tcp_edges", TcpEdge);
