import * as z from "zod/mini";
import { EDGE_FIELDS } from "./edge-fields.ts";
import { requestModules } from "./modules/request-modules.ts";

/** The id of the path may be repeated in the body and is ignored (protocol-facts.md#conventions). */
const pathId = { id: z.optional(z.string()) };

const httpsFields = { ...EDGE_FIELDS.https, ...requestModules("httpsEdge") };
const tlsFields = { ...EDGE_FIELDS.tls, ...requestModules("tlsEdge") };
const tcpFields = { ...EDGE_FIELDS.tcp, ...requestModules("tcpEdge") };

/** POST /edges/https. A module of null is not set. */
export const HttpsEdgeCreate = z.strictObject(httpsFields);
export type HttpsEdgeCreate = z.infer<typeof HttpsEdgeCreate>;

/** PATCH /edges/https/{id}. What is left out or null stays; `hostports` replaces the list (protocol-facts.md#updates). */
export const HttpsEdgeUpdate = z.strictObject({ ...httpsFields, ...pathId });
export type HttpsEdgeUpdate = z.infer<typeof HttpsEdgeUpdate>;

/** POST /edges/tls. */
export const TlsEdgeCreate = z.strictObject(tlsFields);
export type TlsEdgeCreate = z.infer<typeof TlsEdgeCreate>;

/** PATCH /edges/tls/{id}, as of an HTTPS edge. */
export const TlsEdgeUpdate = z.strictObject({ ...tlsFields, ...pathId });
export type TlsEdgeUpdate = z.infer<typeof TlsEdgeUpdate>;

/** POST /edges/tcp. */
export const TcpEdgeCreate = z.strictObject(tcpFields);
export type TcpEdgeCreate = z.infer<typeof TcpEdgeCreate>;

/** PATCH /edges/tcp/{id}, as of an HTTPS edge. */
export const TcpEdgeUpdate = z.strictObject({ ...tcpFields, ...pathId });
export type TcpEdgeUpdate = z.infer<typeof TcpEdgeUpdate>;
