import * as z from "zod/mini";
import { headersAnswer, headersAnswerFields, headersFields } from "./headers.ts";
import { contract } from "./module-contract.ts";

/** PUT …/response_headers (api.md#response_headers). */
export const ResponseHeadersRequest = z.strictObject(headersFields);
export type ResponseHeadersRequest = z.infer<typeof ResponseHeadersRequest>;

export const ResponseHeaders = z.looseObject(headersAnswerFields);
export type ResponseHeaders = z.infer<typeof ResponseHeaders>;

export const responseHeadersContract = contract<ResponseHeadersRequest, ResponseHeaders>({
  request: ResponseHeadersRequest,
  answer: ResponseHeaders,
  toAnswer: headersAnswer,
  example: { enabled: true, add: { "x-frame-options": "DENY" }, remove: ["server"] },
});
