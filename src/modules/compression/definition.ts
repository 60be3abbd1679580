import { compressionContract } from "#contract/modules/compression.ts";
import { enabledCodec } from "#editing/codecs/codec.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { onOff } from "../kit/show.ts";

/** The compression of an HTTPS edge route (api.md#compression): on or off. */
export const compression = defineModule({
  kind: "compression",
  contract: compressionContract,
  defaults: { enabled: true },
  Fields: lazyExport(() => import("./fields.tsx"), "CompressionFields"),
  fields: [{ name: "enabled", label: "Apply to traffic", codec: enabledCodec, show: onOff }],
  summary: (value) => (value["enabled"] === false ? "Off" : "Responses are compressed with gzip or deflate"),
});
