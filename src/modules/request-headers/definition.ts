import { lazy } from "react";
import { requestHeadersContract } from "#contract/modules/request-headers.ts";
import { defineModule } from "../define-module.ts";
import { alignHeaders, headersFields, headersSummary } from "../kit/headers-module.ts";

/** The request headers of an HTTPS edge route (api.md, request_headers). */
export const requestHeaders = defineModule({
  kind: "request_headers",
  contract: requestHeadersContract,
  defaults: { enabled: true },
  Fields: lazy(async () => {
    const { RequestHeadersFields } = await import("./fields.tsx");
    return { default: RequestHeadersFields };
  }),
  fields: headersFields,
  summary: headersSummary,
  align: alignHeaders,
});
