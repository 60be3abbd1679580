import * as z from "zod/mini";
import { Enabled, EnabledAnswer } from "./fields.ts";
import { contract } from "./module-contract.ts";

/** PUT …/compression (api.md#compression): on or off, nothing else. */
export const compressionContract = contract({
  kind: "compression",
  owners: ["route"],
  title: "Compression",
  purpose: "Compress responses with gzip or deflate",
  group: "Traffic",
  role: "shape",
  readsTraffic: true,
  request: z.strictObject({ enabled: Enabled }),
  answer: z.looseObject({ enabled: EnabledAnswer }),
  example: { enabled: true },
});
