import * as z from "zod/mini";
import { PAGE_LIMIT_MAX } from "./api-facts.ts";

/** The kind prefix of every resource identifier (protocol-facts.md#identifiers). */
export const ID_PREFIXES = {
  apiKey: "ak",
  session: "ts",
  tunnel: "tn",
  endpoint: "ep",
  ipPolicyRule: "ipr",
  ipPolicy: "ipp",
  domain: "rd",
  tlsEdge: "edgtls",
  httpsEdge: "edghts",
  tcpEdge: "edgtcp",
  route: "edghtsrt",
  tunnelGroupBackend: "bkdtg",
  httpResponseBackend: "bkdhr",
  failoverBackend: "bkdfo",
  weightedBackend: "bkdwd",
  staticBackend: "bkdsc",
  certificateAuthority: "ca",
  credential: "cr",
  user: "usr",
  event: "ev",
  eventDestination: "ed",
  eventSubscription: "esb",
  eventDelivery: "edl",
  trafficCapture: "tc",
  rollout: "ro",
  operation: "op",
  account: "ac",
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

/** An identifier typed by a person or sent in a request: `<prefix>_` of one of the kinds, of which the first is named, and at least one letter or digit. */
export function idOf(...kinds: [IdKind, ...IdKind[]]) {
  const prefixes = kinds.map((kind) => ID_PREFIXES[kind]);
  const pattern = new RegExp(`^(?:${prefixes.join("|")})_[0-9A-Za-z]+$`);
  return z.string().check(z.regex(pattern, `must be an ID that starts with ${prefixes[0]}_`));
}

/** Every kind of backend (protocol-facts.md#backends); the first is the one with agents behind it. */
export const BACKEND_KINDS = [
  "tunnelGroupBackend",
  "httpResponseBackend",
  "failoverBackend",
  "weightedBackend",
  "staticBackend",
] as const satisfies readonly IdKind[];

const encoder = new TextEncoder();

/** Length in bytes as UTF-8: the unit of every text bound (protocol-facts.md#limits). */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

const grouped = (count: number) => count.toLocaleString("en");

/**
 * A text of at most `max` bytes of UTF-8, not characters (protocol-facts.md#limits). Refuses lone surrogates: they have
 * no UTF-8 form. `missing` is what to say where it is left out or null.
 */
export function byteText(max: number, missing?: string) {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : undefined) })
    .check(
      // A text has at least as many bytes as code units, which are known.
      z.refine((text) => text.length <= max && byteLength(text) <= max, {
        error: (issue) => `is too long: ${grouped(byteLength(String(issue.input)))} of ${grouped(max)} bytes`,
        abort: true,
      }),
      z.refine((text) => !LONE_SURROGATE.test(text), "must be valid Unicode text"),
      z.refine((text) => !text.includes("\0"), "must not contain a NUL character"),
      z.describe(`At most ${max} bytes of UTF-8.`),
    );
}

const LONE_SURROGATE = /\p{Surrogate}/u;

export const DESCRIPTION_MAX_BYTES = 255;
export const METADATA_MAX_BYTES = 4096;

/** Human-readable description, at most 255 bytes (protocol-facts.md#limits). */
export const Description = byteText(DESCRIPTION_MAX_BYTES);
/** Arbitrary user-defined data, at most 4096 bytes (protocol-facts.md#limits). */
export const Metadata = byteText(METADATA_MAX_BYTES);

const UINT32_MAX = 4_294_967_295;

const uint32 = (unit = "", least = 0) => {
  const most = `must be at most ${UINT32_MAX.toLocaleString("en")}${unit && ` ${unit}`}`;
  const whole = `must be a whole number${unit && ` of ${unit}`}`;
  return z
    .int({ abort: true, error: ({ code }) => (code === "too_big" ? most : whole) })
    .check(
      z.gte(least, `must be at least ${least}${least && unit ? " second" : ""}`),
      z.lte(UINT32_MAX, most),
    );
};

/** uint32 as the module shapes use it: a whole number from 0 to 4294967295. */
export const Uint32 = uint32();
/** The same, of a duration. */
export const Seconds = uint32("seconds");
/** The same, of a duration that is never nothing. */
export const SomeSeconds = uint32("seconds", 1);

/** Query of every list: newest first, items created before `before_id`, 1 to 100 a page (protocol-facts.md#lists). */
export const PageQuery = z.strictObject({
  before_id: z.optional(z.string().check(z.minLength(1))),
  limit: z.optional(
    z
      .string()
      .check(
        z.regex(/^(?:[1-9]\d?|100)$/, `must be a whole number from 1 to ${PAGE_LIMIT_MAX}`),
        z.describe(`A whole number from 1 to ${PAGE_LIMIT_MAX}; ${PAGE_LIMIT_MAX} by default.`),
      ),
  ),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** {@link PageQuery} of a list that can say what changed (docs/decisions/api/extensions.md). */
export const ChangesQuery = z.extend(PageQuery, {
  changed_since: z.optional(
    z
      .string()
      .check(
        z.regex(/^\d{1,16}$/, "must be a version, as the list or its stream says it"),
        z.describe(
          "A version of the list. Where what changed since is known, the answer has only that, with the ids of what was removed, and the version it is of; otherwise it is a page as ever.",
        ),
      ),
  ),
});

/** The empty JSON object that restart, stop and update take (protocol-facts.md#conventions). */
export const EmptyBody = z.strictObject({});
