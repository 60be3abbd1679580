import * as z from "zod/mini";
import { isIpAddress } from "../cidr.ts";
import { byteText, idOf } from "../common.ts";
import { HeaderName } from "#contract/modules/headers.ts";
import { DraftOff } from "./preview.ts";
import { TrafficEvent } from "./traffic-event.ts";

/** Bytes of a body that a test request may have, and of one that its answer shows. */
export const TEST_BODY_MAX = 262_144;
const bytesOf = (base64: string): number => (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0);
const BODY_WORDS = "must be base64 of at most 262,144 bytes";

/** What says where a message ends, how it is carried, or whom it is for: the edge and the URL say that. */
const FRAMING =
  /^(connection|content-length|expect|host|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;

const URL_WORDS = "must be an HTTP or HTTPS URL. Example: https://shop.example.com/orders";
/** A host, then nothing or a path of printable ASCII; what comes after # is never sent. */
const URL_FORM = /^https?:\/\/(?:[A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:\/(?:[!"$-~])*)?$/;

const TestHeaderName = HeaderName.check(
  z.refine((name) => !FRAMING.test(name), "is set by Gatehouse. Leave it out"),
);
const HeaderText = byteText(8_192).check(
  z.regex(/^[\t -~\u0080-\u00ff]*$/, "must be one line without control characters"),
);

/** POST /test_requests, an extension (decisions/edge/test-requests.md). */
export const TestRequestCreate = z.strictObject({
  /** Where it goes: the address of an endpoint with a path. */
  url: byteText(8_192).check(
    z.regex(URL_FORM, { error: URL_WORDS, abort: true }),
    // Of a port beyond 65535.
    z.refine((url) => URL.canParse(url), URL_WORDS),
  ),
  /** GET unless given. */
  method: z.optional(
    byteText(32).check(
      z.regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, "must be an HTTP method. Example: GET"),
      z.refine((method) => method.toUpperCase() !== "CONNECT", "must not be CONNECT"),
    ),
  ),
  headers: z.optional(
    z
      .record(TestHeaderName, z.array(HeaderText).check(z.maxLength(100, "must have at most 100 values")))
      .check(z.refine((map) => Object.keys(map).length <= 100, "must have at most 100 headers")),
  ),
  /** The body in base64. */
  content: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) =>
            bytesOf(text) <= TEST_BODY_MAX &&
            /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text),
          BODY_WORDS,
        ),
      ),
  ),
  /** The visitor’s address, as the modules meet it; the caller’s own unless given. */
  client_ip: z.optional(
    z.string().check(z.refine(isIpAddress, "must be an IP address. Example: 203.0.113.7")),
  ),
  /** Used instead of the one that is saved, for this request alone. Secrets that are left out are those that are kept. */
  module: z.optional(
    z.strictObject({
      owner_id: idOf("route", "httpsEdge"),
      kind: byteText(64),
      request: z.record(z.string(), z.unknown()),
      off: DraftOff,
    }),
  ),
});
export type TestRequestCreate = z.infer<typeof TestRequestCreate>;

/** What came of a test request. */
export const TestRequest = z.looseObject({
  /** Of its traffic event. */
  id: z.string(),
  event: TrafficEvent,
  /** What a visitor would have got, secrets included; null where no answer began within 30 s. */
  response: z.nullable(
    z.looseObject({
      status_code: z.number(),
      headers: z.record(z.string(), z.array(z.string())),
      /** The body in base64, at most 262,144 bytes. */
      content: z.string(),
      /** Whether more came than `content` has, or its end was not awaited. */
      truncated: z.boolean(),
    }),
  ),
});
export type TestRequest = z.infer<typeof TestRequest>;
