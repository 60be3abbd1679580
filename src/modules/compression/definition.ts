import { compressionContract } from "#contract/modules/compression.ts";
import { defineModule } from "../define-module.ts";

/** The compression of an HTTPS edge route (api.md#compression): on or off. */
export const compression = defineModule({
  contract: compressionContract,
  switch: {
    on: "gzip or deflate, as the client asks",
    off: "responses pass as they are",
    hint: "Responses are compressed when the client accepts it. There is nothing else to set.",
  },
  fields: [],
  summary: (value) => (value["enabled"] === false ? "Off" : "Responses are compressed with gzip or deflate"),
});
