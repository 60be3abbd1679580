import { compressionContract } from "#contract/modules/compression.ts";
import { defineModule } from "../define-module.ts";

/** The compression of an HTTPS edge route (api.md#compression): on or off. */
export const compression = defineModule({
  contract: compressionContract,
  switch: {
    on: "responses are compressed if the client supports it",
    off: "responses are not compressed",
  },
  fields: [],
  summary: () => "Compresses responses with gzip or deflate",
});
