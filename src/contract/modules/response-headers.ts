import * as z from "zod/mini";
import { headersFields, headersModule } from "./headers.ts";
import { contract } from "./module-contract.ts";

/** PUT …/response_headers (api.md#response_headers). */
export const responseHeadersContract = contract({
  kind: "response_headers",
  title: "Response headers",
  purpose: "Add or remove response headers",
  ...headersModule,
  request: z.strictObject(headersFields),
  example: { enabled: true, add: { "x-frame-options": "DENY" }, remove: ["server"] },
});
