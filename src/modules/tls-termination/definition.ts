import {
  httpsTlsTerminationContract,
  TLS_VERSION_DEFAULT,
  tlsTerminationContract,
} from "#contract/modules/tls-termination.ts";
import { jsonText, own, type JsonObject } from "#forms/json.ts";
import { textCodec } from "#editing/codecs/codec.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule, type ModuleField } from "../define-module.ts";

const minVersion: ModuleField = {
  name: "min_version",
  label: "Minimum TLS version",
  codec: textCodec("null"),
  show: (value) => (value === null || value === undefined ? "default" : jsonText(value)),
};

function summary(value: JsonObject): string {
  if (own(value, "enabled") === false)
    return `Default: TLS ends at the edge, version ${TLS_VERSION_DEFAULT} or newer`;
  if (own(value, "terminate_at") === "upstream") return "TLS passes through to the app";
  const version = own(value, "min_version");
  return `TLS ends at the edge${typeof version === "string" ? `, version ${version} or newer` : ""}`;
}

/** Where the TLS of a TLS edge ends (protocol-facts.md#tls-termination). */
export const tlsTermination = defineModule({
  contract: tlsTerminationContract,
  switch: { on: "these settings apply", off: "defaults apply, settings are kept" },
  Fields: lazyExport(() => import("./fields.tsx"), "TlsTerminationFields"),
  fields: [
    {
      name: "terminate_at",
      label: "TLS ends",
      codec: textCodec(),
      show: (value) => (value === undefined || value === null ? "at the edge" : jsonText(value)),
    },
    minVersion,
  ],
  summary,
});

/** The TLS termination of an HTTPS edge: always at the edge (protocol-facts.md#tls-termination). */
export const httpsTlsTermination = defineModule({
  contract: httpsTlsTerminationContract,
  switch: { on: "these settings apply", off: "defaults apply, settings are kept" },
  Fields: lazyExport(() => import("./fields.tsx"), "HttpsTlsTerminationFields"),
  fields: [minVersion],
  summary,
});
