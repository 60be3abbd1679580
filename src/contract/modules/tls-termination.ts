import * as z from "zod/mini";
import { fieldHints } from "../issues.ts";
import { Enabled, EnabledAnswer } from "./fields.ts";
import { contract } from "./module-contract.ts";

/** Accepted `min_version` texts, also those below 1.2, as the family took them in 2024 (protocol-facts.md#tls-termination). */
export const TLS_VERSIONS = ["1.0", "1.1", "1.2", "1.3"] as const;
/** What is used when none is given (protocol-facts.md#tls-termination). */
export const TLS_VERSION_DEFAULT = "1.2";

const MinVersion = z.enum(TLS_VERSIONS, `must be one of ${TLS_VERSIONS.join(", ")}, or null for the default`);

/** Where TLS ends (protocol-facts.md#tls-termination). */
const TerminateAt = z.enum(["edge", "upstream"]);

/** What both have alike. */
const termination = {
  kind: "tls_termination",
  title: "TLS termination",
  purpose: "Where TLS ends, and its minimum version",
  role: "transport",
  group: "Security",
  readsTraffic: false,
  answer: z.looseObject({
    enabled: EnabledAnswer,
    terminate_at: z.nullish(z.string()),
    min_version: z.nullish(z.string()),
  }),
} as const;

/** PUT /edges/https/{id}/tls_termination. */
export const httpsTlsTerminationContract = contract({
  ...termination,
  name: "https_tls_termination",
  owners: ["httpsEdge"],
  request: z.strictObject({ enabled: Enabled, min_version: z.nullish(MinVersion) }).register(fieldHints, {
    terminate_at: "can’t be set: TLS always ends at an HTTPS edge",
  }),
  toAnswer: ({ min_version }) => ({
    terminate_at: "edge",
    min_version: min_version ?? TLS_VERSION_DEFAULT,
  }),
  toRequest: ({ terminate_at: _made, ...rest }) => rest,
  example: { enabled: true, min_version: "1.3" },
});

/** PUT /edges/tls/{id}/tls_termination. `terminate_at` is edge when left out (protocol-facts.md#tls-termination, 7032). */
export const tlsTerminationContract = contract({
  ...termination,
  owners: ["tlsEdge"],
  together: [{ at: [], fields: ["terminate_at", "min_version"] }],
  request: z
    .strictObject({
      enabled: Enabled,
      terminate_at: z.nullish(TerminateAt),
      min_version: z.nullish(MinVersion),
    })
    .check(
      z.refine(
        ({ terminate_at, min_version }) => terminate_at !== "upstream" || (min_version ?? null) === null,
        {
          path: ["min_version"],
          error: "can’t be set while TLS ends upstream. Use the default, or end TLS at the edge",
        },
      ),
    ),
  toAnswer: ({ terminate_at, min_version }) => ({
    terminate_at: terminate_at ?? "edge",
    min_version: terminate_at === "upstream" ? null : (min_version ?? TLS_VERSION_DEFAULT),
  }),
  example: { enabled: true, terminate_at: "edge", min_version: "1.3" },
});
