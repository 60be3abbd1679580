import * as z from "zod/mini";
import { Description, listOf, Metadata, Timestamp } from "./common.ts";
import { Route } from "./route.ts";

/** An HTTPS edge in the family's shape (family-facts §3). Its routes come inside it: there is no list of routes. */
export const HttpsEdge = z.looseObject({
  id: z.string(),
  uri: z.string(),
  created_at: Timestamp,
  description: z.nullish(z.string()),
  metadata: z.nullish(z.string()),
  hostports: z.nullish(z.array(z.string())),
  mutual_tls: z.nullish(z.looseObject({ enabled: z.optional(z.boolean()) })),
  tls_termination: z.nullish(z.looseObject({ enabled: z.optional(z.boolean()) })),
  routes: z.nullish(z.array(Route)),
});
export type HttpsEdge = z.infer<typeof HttpsEdge>;

export const HttpsEdgeList = listOf("https_edges", HttpsEdge);

const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const HOSTPORT = new RegExp(`^(?=.{1,253}:)(\\*\\.)?${LABEL}(\\.${LABEL})*:443$`);

/** `host:443` in lower case; a leading `*.` is a wildcard (family-facts §3, errors 7104 and 7116). */
export const Hostport = z
  .string()
  .check(z.regex(HOSTPORT, "must be host:443 in lower case, like app.example.com:443"));

/** POST /edges/https. */
export const HttpsEdgeCreate = z.strictObject({
  description: z.optional(Description),
  metadata: z.optional(Metadata),
  hostports: z.optional(
    z
      .array(Hostport)
      .check(z.refine((list) => new Set(list).size === list.length, "must not name a hostport twice")),
  ),
});
export type HttpsEdgeCreate = z.infer<typeof HttpsEdgeCreate>;
