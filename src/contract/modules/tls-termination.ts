import * as z from "zod/mini";
import { fieldHints } from "../issues.ts";
import { Enabled, EnabledAnswer } from "./fields.ts";
import { contract } from "./module-contract.ts";

/** Accepted `min_version` texts. The documents of the spec's time still took those below 1.2, with a warning (protocol-facts.md#tls-termination). */
export const TLS_VERSIONS = ["1.0", "1.1", "1.2", "1.3"] as const;
/** What is used when none is given (protocol-facts.md#tls-termination). */
const TLS_VERSION_DEFAULT = "1.2";

const MinVersion = z.enum(TLS_VERSIONS, `must be one of ${TLS_VERSIONS.join(", ")}, or null for the default`);

/** Where TLS ends (protocol-facts.md#tls-termination). */
const TerminateAt = z.enum(["edge", "upstream"]);
type TerminateAt = z.infer<typeof TerminateAt>;

/** PUT /edges/https/{id}/tls_termination. */
export const HttpsTlsTerminationRequest = z
  .strictObject({ enabled: Enabled, min_version: z.nullish(MinVersion) })
  .register(fieldHints, { terminate_at: "must be left out: TLS of an HTTPS edge always ends at the edge" });
export type HttpsTlsTerminationRequest = z.infer<typeof HttpsTlsTerminationRequest>;

/** PUT /edges/tls/{id}/tls_termination. `terminate_at` is edge when left out (protocol-facts.md#tls-termination, 7032). */
export const TlsTerminationRequest = z
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
        error: "must be null when terminate_at is upstream: the upstream chooses the TLS version",
      },
    ),
  );
export type TlsTerminationRequest = z.infer<typeof TlsTerminationRequest>;

const answerFields = {
  enabled: EnabledAnswer,
  terminate_at: z.nullish(z.string()),
  min_version: z.nullish(z.string()),
};

export const HttpsTlsTermination = z.looseObject(answerFields);
export type HttpsTlsTermination = z.infer<typeof HttpsTlsTermination>;

export const TlsTermination = z.looseObject(answerFields);
export type TlsTermination = z.infer<typeof TlsTermination>;

export const httpsTlsTerminationContract = contract<HttpsTlsTerminationRequest, HttpsTlsTermination>({
  request: HttpsTlsTerminationRequest,
  answer: HttpsTlsTermination,
  toAnswer: ({ enabled = true, min_version }) => ({
    enabled,
    terminate_at: "edge",
    min_version: min_version ?? TLS_VERSION_DEFAULT,
  }),
  toRequest: ({ terminate_at: _made, ...rest }) => rest,
  example: { enabled: true, min_version: "1.3" },
});

export const tlsTerminationContract = contract<TlsTerminationRequest, TlsTermination>({
  request: TlsTerminationRequest,
  answer: TlsTermination,
  toAnswer: ({ enabled = true, terminate_at, min_version }) => ({
    enabled,
    terminate_at: terminate_at ?? "edge",
    min_version: terminate_at === "upstream" ? null : (min_version ?? TLS_VERSION_DEFAULT),
  }),
  example: { enabled: true, terminate_at: "edge", min_version: "1.3" },
});
