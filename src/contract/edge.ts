import * as z from "zod/mini";
import { listOf } from "./answer.ts";
import { shownModules } from "./modules/shown.ts";
import { answerFields } from "./resource-fields.ts";
import { Route } from "./route.ts";

/** What every edge has in an answer (protocol-facts.md#edges). */
const edgeFields = {
  ...answerFields,
  hostports: z.nullish(z.array(z.string())),
};

/** An HTTPS edge in the family's shape (protocol-facts.md#edges). Its routes come inside it: there is no list of routes. */
export const HttpsEdge = z.looseObject({
  ...edgeFields,
  ...shownModules("httpsEdge"),
  routes: z.nullish(z.array(Route)),
});
export type HttpsEdge = z.infer<typeof HttpsEdge>;

export const HttpsEdgeList = listOf("https_edges", HttpsEdge);

/** A TLS edge in the family's shape (protocol-facts.md#edges). */
export const TlsEdge = z.looseObject({ ...edgeFields, ...shownModules("tlsEdge") });
export type TlsEdge = z.infer<typeof TlsEdge>;

export const TlsEdgeList = listOf("tls_edges", TlsEdge);

/** A TCP edge in the family's shape (protocol-facts.md#edges). */
export const TcpEdge = z.looseObject({ ...edgeFields, ...shownModules("tcpEdge") });
export type TcpEdge = z.infer<typeof TcpEdge>;

export const TcpEdgeList = listOf("tcp_edges", TcpEdge);
