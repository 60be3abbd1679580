import { backendContract } from "#contract/modules/backend.ts";
import { jsonText, valueAt } from "#forms/json.ts";
import { textCodec } from "#editing/codecs/codec.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";

/** The backend of a route, a TLS edge or a TCP edge (api.md#backend): the tunnel group that serves it. */
export const backend = defineModule({
  contract: backendContract,
  switch: { on: "traffic goes to the backend", off: "nothing gets through" },
  Fields: lazyExport(() => import("./fields.tsx"), "BackendFields"),
  fields: [{ name: "backend_id", label: "Backend", codec: textCodec("written"), show: jsonText }],
  summary: (value) => {
    const id = valueAt(value, ["backend", "id"]);
    return typeof id === "string" ? `Sends to ${id}` : "No backend. Nothing gets through.";
  },
});
