import * as z from "zod/mini";
import { Timestamp } from "./answer.ts";

/** GET /edge_root, an extension: the certificate that signs those of the edge. All null where the operator gave one, or no edge runs. */
export const EdgeRoot = z.looseObject({
  /** PEM, without a private key. */
  ca_pem: z.nullable(z.string()),
  subject_common_name: z.nullable(z.string()),
  not_after: z.nullable(Timestamp),
  /** SHA-256 of the certificate, as 32 pairs of hexadecimal digits: `3F:0A:…`. */
  fingerprint: z.nullable(z.string()),
});
export type EdgeRoot = z.infer<typeof EdgeRoot>;
