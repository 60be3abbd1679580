import { backendContract } from "#contract/modules/backend.ts";
import { jsonText, valueAt } from "#forms/json.ts";
import { enabledCodec, textCodec } from "#editing/codecs/codec.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { onOff } from "../kit/show.ts";

/** The backend of a route, a TLS edge or a TCP edge (api.md#backend): the tunnel group that serves it. */
export const backend = defineModule({
  kind: "backend",
  contract: backendContract,
  defaults: { enabled: true },
  Fields: lazyExport(() => import("./fields.tsx"), "BackendFields"),
  fields: [
    { name: "enabled", label: "Apply to traffic", codec: enabledCodec, show: onOff },
    { name: "backend_id", label: "Backend", codec: textCodec("written"), show: jsonText },
  ],
  summary: (value) => {
    const id = valueAt(value, ["backend", "id"]);
    return typeof id === "string" ? `Sends to ${id}` : "Names no backend";
  },
});
