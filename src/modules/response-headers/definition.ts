import { lazy } from "react";
import { responseHeadersContract } from "#contract/modules/response-headers.ts";
import { defineModule } from "../define-module.ts";
import { alignHeaders, headersFields, headersSummary } from "../kit/headers-module.ts";

/** The response headers of an HTTPS edge route (api.md, response_headers). */
export const responseHeaders = defineModule({
  kind: "response_headers",
  contract: responseHeadersContract,
  defaults: { enabled: true },
  Fields: lazy(async () => {
    const { ResponseHeadersFields } = await import("./fields.tsx");
    return { default: ResponseHeadersFields };
  }),
  fields: headersFields,
  summary: headersSummary,
  align: alignHeaders,
});
