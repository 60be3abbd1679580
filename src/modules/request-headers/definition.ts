import { requestHeadersContract } from "#contract/modules/request-headers.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { HEADERS } from "../kit/headers-module.ts";

/** The request headers of an HTTPS edge route (api.md#request_headers). */
export const requestHeaders = defineModule({
  contract: requestHeadersContract,
  switch: { on: "request headers are changed" },
  Fields: lazyExport(() => import("../kit/headers-fields.tsx"), "RequestHeadersFields"),
  ...HEADERS,
});
