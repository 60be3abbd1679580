import * as z from "zod/mini";
import { byteLength, byteText } from "../common.ts";
import { Enabled, EnabledAnswer } from "./fields.ts";

/** Bounds of the family that it does not publish (protocol-facts.md#header-modules, 7105, 7106, 7015). */
const HEADER_NAME_MAX_BYTES = 256;
const HEADER_VALUE_MAX_BYTES = 4096;
const HEADERS_MAX_BYTES = 16_384;
const HEADERS_MAX = 100;

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const CONTROL = /(?!\t)\p{Cc}/u;

/** A header's name (RFC 9110 §5.1), at most 256 bytes (protocol-facts.md#header-modules). */
export const HeaderName = byteText(HEADER_NAME_MAX_BYTES).check(
  z.regex(TOKEN, "must be a header name. Example: x-request-id"),
);

/** May hold `${.path}` variables, so more than spaces around it is not judged. */
const HeaderValue = byteText(HEADER_VALUE_MAX_BYTES).check(
  z.refine((text) => !CONTROL.test(text), "must be one line without control characters"),
  z.refine((text) => text === text.trim(), "must not start or end with a space"),
);

/** The second spelling of a name, at its own path. */
function sameNameTwice(names: readonly string[], pathOf: (name: string, i: number) => string | number) {
  const first = new Map<string, string>();
  return names.flatMap((name, i) => {
    const key = name.toLowerCase();
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, name);
      return [];
    }
    return [{ path: [pathOf(name, i)], message: `is the same header as ${earlier}. Remove one of them` }];
  });
}

const add = z.record(HeaderName, HeaderValue).check(
  z.check((ctx) => {
    const names = Object.keys(ctx.value);
    for (const issue of sameNameTwice(names, (name) => name)) {
      ctx.issues.push({ code: "custom", input: ctx.value, continue: true, ...issue });
    }
  }),
  z.refine((map) => Object.keys(map).length <= HEADERS_MAX, `must have at most ${HEADERS_MAX} headers`),
  z.refine(
    (map) => byteLength(Object.entries(map).flat().join("")) <= HEADERS_MAX_BYTES,
    `must be at most ${HEADERS_MAX_BYTES} bytes in total`,
  ),
  z.overwrite((map) =>
    Object.fromEntries(Object.entries(map).map(([name, value]) => [name.toLowerCase(), value])),
  ),
);

const remove = z.array(HeaderName).check(
  z.maxLength(HEADERS_MAX, `must have at most ${HEADERS_MAX} headers`),
  z.check((ctx) => {
    for (const issue of sameNameTwice(ctx.value, (_, i) => i)) {
      ctx.issues.push({ code: "custom", input: ctx.value, continue: true, ...issue });
    }
  }),
  z.overwrite((names) => names.map((name) => name.toLowerCase())),
);

/** Fields of both header modules. Names are stored in lower case (protocol-facts.md#header-modules). */
export const headersFields = { enabled: Enabled, add: z.nullish(add), remove: z.nullish(remove) };

/** What both header modules have alike. */
export const headersModule = {
  owners: ["route"],
  group: "Headers",
  role: "shape",
  readsTraffic: true,
  contents: ["add", "remove"],
  answer: z.looseObject({
    enabled: EnabledAnswer,
    add: z.nullish(z.record(z.string(), z.string())),
    remove: z.nullish(z.array(z.string())),
  }),
  toAnswer: ({ add, remove }: HeadersRequest) => ({ add: add ?? {}, remove: remove ?? [] }),
} as const;

type HeadersRequest = {
  add?: Record<string, string> | null | undefined;
  remove?: string[] | null | undefined;
};
