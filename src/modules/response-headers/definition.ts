import { responseHeadersContract } from "#contract/modules/response-headers.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { alignHeaders, headersFields, headersSummary } from "../kit/headers-module.ts";

/** The response headers of an HTTPS edge route (api.md#response_headers). */
export const responseHeaders = defineModule({
  contract: responseHeadersContract,
  switch: { on: "changes the headers of each response" },
  Fields: lazyExport(() => import("./fields.tsx"), "ResponseHeadersFields"),
  fields: headersFields,
  summary: headersSummary,
  align: alignHeaders,
});
