import * as z from "zod/mini";
import { HeaderName } from "./headers.ts";
import { re2Fault } from "./re2.ts";

/** Where a rule stands: before the app, after its answer, or at a connection that is no HTTP. */
export type PolicyPlace = "inbound" | "outbound" | "connection";

const BUCKET_KEYS_MAX = 10;
const CAPACITY_MAX = 2_000_000_000;
const RATE_MIN_S = 60;
const RATE_MAX_S = 24 * 3_600;
const RATE_STEP_S = 10;

const Status = z
  .int("must be a status from 200 to 599")
  .check(z.gte(200, "must be a status from 200 to 599"), z.lte(599, "must be a status from 200 to 599"));

const Text = z.string("must be a text");
const Headers = z.record(HeaderName, Text, "must be a map of header names to texts");

/** Seconds of a duration: `90s`, `10m`, `1h30m`; null where it is none. */
export function secondsOf(duration: string): number | null {
  const [whole, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/.exec(duration) ?? [];
  return whole ? Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) : null;
}

const RATE_WANTED = "must be from 60s to 24h in steps of 10s. Example: 60s";
const rateFits = (seconds: number | null): boolean =>
  seconds !== null && seconds >= RATE_MIN_S && seconds <= RATE_MAX_S && seconds % RATE_STEP_S === 0;

/** The actions of policies: where each may stand and what its config holds (decisions/modules/policy-config.md). Members it does not know are ignored. */
export const POLICY_ACTIONS = {
  "custom-response": {
    places: ["inbound", "outbound"],
    config: z.looseObject({
      status_code: z.nullish(Status),
      content: z.nullish(Text),
      headers: z.nullish(Headers),
    }),
  },
  deny: { places: ["inbound", "connection"], config: z.looseObject({ status_code: z.nullish(Status) }) },
  /** As the contract of jwt_validation has it, which the edge reads it by. */
  "jwt-validation": { places: ["inbound"], config: z.record(z.string(), z.unknown()) },
  log: {
    places: ["inbound", "outbound", "connection"],
    config: z.looseObject({ metadata: z.nullish(z.record(z.string(), z.unknown(), "must be a map")) }),
  },
  "rate-limit": {
    places: ["inbound"],
    config: z.looseObject({
      name: z.nullish(Text),
      algorithm: z.nullish(z.literal("sliding_window", "must be sliding_window")),
      capacity: z
        .int("must be a number of requests. Example: 30")
        .check(
          z.gte(1, "must be at least 1"),
          z.lte(CAPACITY_MAX, `must be at most ${CAPACITY_MAX.toLocaleString("en")}`),
        ),
      rate: z.string(RATE_WANTED).check(z.refine((rate) => rateFits(secondsOf(rate)), RATE_WANTED)),
      bucket_key: z.nullish(z.array(z.string()).check(z.maxLength(BUCKET_KEYS_MAX))),
    }),
  },
  "url-rewrite": {
    places: ["inbound"],
    config: z.looseObject({
      from: z.string("must be a regular expression. Example: ^/old/(.*)").check(
        z.refine((pattern) => re2Fault(pattern) === null, {
          error: (issue) => `is not a valid RE2 pattern: ${re2Fault(String(issue.input)) ?? ""}`,
        }),
      ),
      to: z.string("must be a text. Example: /new/$1"),
    }),
  },
  "add-headers": { places: ["inbound", "outbound"], config: z.looseObject({ headers: Headers }) },
  "remove-headers": {
    places: ["inbound", "outbound"],
    config: z.looseObject({
      headers: z.array(
        HeaderName.check(
          z.refine((name) => name.toLowerCase() !== "host", "can’t be host. Add another host instead"),
        ),
        "must be a list of header names",
      ),
    }),
  },
} as const satisfies Record<string, { places: readonly PolicyPlace[]; config: z.ZodMiniType }>;

export type PolicyActionType = keyof typeof POLICY_ACTIONS;

/** Whether a name is that of an action that the edge has. */
export const isAction = (type: string): type is PolicyActionType => Object.hasOwn(POLICY_ACTIONS, type);

/** Whether an action may stand in rules of a place. */
export const mayStand = (type: PolicyActionType, place: PolicyPlace): boolean =>
  (POLICY_ACTIONS[type].places as readonly PolicyPlace[]).includes(place);
