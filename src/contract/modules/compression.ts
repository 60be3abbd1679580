import * as z from "zod/mini";
import { Enabled, EnabledAnswer } from "./fields.ts";
import { contract } from "./module-contract.ts";

/** PUT …/compression (api.md#compression): on or off, nothing else. */
export const CompressionRequest = z.strictObject({ enabled: Enabled });
export type CompressionRequest = z.infer<typeof CompressionRequest>;

export const Compression = z.looseObject({ enabled: EnabledAnswer });
export type Compression = z.infer<typeof Compression>;

export const compressionContract = contract<CompressionRequest, Compression>({
  request: CompressionRequest,
  answer: Compression,
  toAnswer: ({ enabled = true }) => ({ enabled }),
  example: { enabled: true },
});
