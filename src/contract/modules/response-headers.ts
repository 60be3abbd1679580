import * as z from "zod/mini";
import { HeadersAnswer, headersAnswer, headersFields } from "./headers.ts";
import { contract } from "./module-contract.ts";

/** PUT …/response_headers (api.md, response_headers). */
export const ResponseHeadersRequest = z.strictObject(headersFields);
export type ResponseHeadersRequest = z.infer<typeof ResponseHeadersRequest>;

export const responseHeadersContract = contract<ResponseHeadersRequest, HeadersAnswer>({
  request: ResponseHeadersRequest,
  answer: HeadersAnswer,
  toAnswer: headersAnswer,
  example: { enabled: true, add: { "x-frame-options": "DENY" }, remove: ["server"] },
});
