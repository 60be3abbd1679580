import * as z from "zod/mini";
import { Description, Metadata } from "./common.ts";
import { BackendRequest } from "./modules/backend.ts";
import { distinct } from "./modules/fields.ts";
import { IpRestrictionRequest } from "./modules/ip-restriction.ts";
import { MutualTlsRequest } from "./modules/mutual-tls.ts";
import { PoliciesRequest } from "./modules/policies.ts";
import { HttpsTlsTerminationRequest, TlsTerminationRequest } from "./modules/tls-termination.ts";

const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const HOSTPORT = new RegExp(`^(?=.{1,253}:)(\\*\\.)?${LABEL}(\\.${LABEL})*:443$`);

/** The last part of a domain is no number, that of an IPv4 address is (RFC 3696 §2). */
const ADDRESS = /(?:^|\.)\d+:443$/;

/** `host:443` in lower case; a leading `*.` is a wildcard (protocol-facts.md#edges, 7104, 7116, 7121 and 7133). */
export const Hostport = z.string().check(
  z.regex(HOSTPORT, "must be host:443 in lower case, like app.example.com:443"),
  z.refine(
    (text) => !ADDRESS.test(text),
    "must be a domain, like app.example.com:443: addresses are for TCP edges",
  ),
);

const TCP_HOSTPORT = new RegExp(`^(?=.{1,253}:)${LABEL}(\\.${LABEL})*:[1-9]\\d{0,4}$`);

/** `host:port` of a TCP edge in lower case, port 1 to 65535 but not 443, which is of domains (7116) (protocol-facts.md#edges, 7104 and 7120). */
const TcpHostport = z.string().check(
  z.refine((text) => TCP_HOSTPORT.test(text) && Number(text.slice(text.lastIndexOf(":") + 1)) <= 65_535, {
    error: "must be host:port in lower case with a port from 1 to 65535, like tcp.example.com:20001",
    abort: true,
  }),
  z.refine(
    (text) => !text.endsWith(":443"),
    "must have another port than 443, like tcp.example.com:20001: domains on 443 are for HTTPS and TLS edges",
  ),
);

/** An edge listens on at most this many hostports; the family publishes no bound. */
const HOSTPORTS_MAX = 100;

const hostports = <T extends z.ZodMiniType>(entry: T) =>
  z.nullish(
    z
      .array(entry)
      .check(z.maxLength(HOSTPORTS_MAX, `must hold at most ${HOSTPORTS_MAX} entries`), distinct()),
  );

const texts = { description: z.nullish(Description), metadata: z.nullish(Metadata) };
/** The id of the path may be repeated in the body and is ignored (protocol-facts.md#conventions). */
const pathId = { id: z.optional(z.string()) };

const httpsFields = {
  ...texts,
  hostports: hostports(Hostport),
  mutual_tls: z.nullish(MutualTlsRequest),
  tls_termination: z.nullish(HttpsTlsTerminationRequest),
};

/** POST /edges/https. A module of null is not set. */
export const HttpsEdgeCreate = z.strictObject(httpsFields);
export type HttpsEdgeCreate = z.infer<typeof HttpsEdgeCreate>;

/** PATCH /edges/https/{id}. What is left out or null stays; `hostports` replaces the list (protocol-facts.md#updates). */
export const HttpsEdgeUpdate = z.strictObject({ ...httpsFields, ...pathId });
export type HttpsEdgeUpdate = z.infer<typeof HttpsEdgeUpdate>;

const tlsFields = {
  ...texts,
  hostports: hostports(Hostport),
  backend: z.nullish(BackendRequest),
  ip_restriction: z.nullish(IpRestrictionRequest),
  mutual_tls: z.nullish(MutualTlsRequest),
  tls_termination: z.nullish(TlsTerminationRequest),
  policies: z.nullish(PoliciesRequest),
};

/** POST /edges/tls. */
export const TlsEdgeCreate = z.strictObject(tlsFields);
export type TlsEdgeCreate = z.infer<typeof TlsEdgeCreate>;

/** PATCH /edges/tls/{id}, as of an HTTPS edge. */
export const TlsEdgeUpdate = z.strictObject({ ...tlsFields, ...pathId });
export type TlsEdgeUpdate = z.infer<typeof TlsEdgeUpdate>;

const tcpFields = {
  ...texts,
  hostports: hostports(TcpHostport),
  backend: z.nullish(BackendRequest),
  ip_restriction: z.nullish(IpRestrictionRequest),
  policies: z.nullish(PoliciesRequest),
};

/** POST /edges/tcp. */
export const TcpEdgeCreate = z.strictObject(tcpFields);
export type TcpEdgeCreate = z.infer<typeof TcpEdgeCreate>;

/** PATCH /edges/tcp/{id}, as of an HTTPS edge. */
export const TcpEdgeUpdate = z.strictObject({ ...tcpFields, ...pathId });
export type TcpEdgeUpdate = z.infer<typeof TcpEdgeUpdate>;
