import { responseHeadersContract } from "#contract/modules/response-headers.ts";
import { lazyExport } from "#ui/lazy-export.ts";
import { defineModule } from "../define-module.ts";
import { HEADERS } from "../kit/headers-module.ts";

/** The response headers of an HTTPS edge route (api.md#response_headers). */
export const responseHeaders = defineModule({
  contract: responseHeadersContract,
  switch: { on: "response headers are changed" },
  Fields: lazyExport(() => import("../kit/headers-fields.tsx"), "ResponseHeadersFields"),
  ...HEADERS,
});
