import * as z from "zod/mini";
import { headersFields, headersModule } from "./headers.ts";
import { contract } from "./module-contract.ts";

/**
 * PUT …/request_headers (api.md#request_headers). HTTP needs a Host, so it can be removed only where `add` gives
 * another (protocol-facts.md#header-modules, 7164).
 */
const RequestHeadersRequest = z.strictObject(headersFields).check(
  z.check((ctx) => {
    const { add, remove } = ctx.value;
    const i = (remove ?? []).indexOf("host");
    if (i < 0 || Object.hasOwn(add ?? {}, "host")) return;
    const message = "can’t be removed without a new value. Add host too";
    ctx.issues.push({ code: "custom", input: ctx.value, path: ["remove", i], message, continue: true });
  }),
);

export const requestHeadersContract = contract({
  kind: "request_headers",
  title: "Request headers",
  purpose: "Add or remove request headers",
  ...headersModule,
  request: RequestHeadersRequest,
  example: { enabled: true, add: { "x-client-ip": "${.conn.client_ip}" }, remove: ["x-debug"] },
});
