import * as z from "zod/mini";
import { byteText, Seconds } from "../common.ts";
import { Enabled, EnabledAnswer } from "./fields.ts";

/** `inactivity_timeout` is at most a year of seconds (protocol-facts.md#login-modules, 7092). */
export const INACTIVITY_TIMEOUT_MAX = 31_536_000;

/** The longest `cookie_prefix`. */
export const COOKIE_PREFIX_MAX_BYTES = 255;

const CookiePrefix = byteText(COOKIE_PREFIX_MAX_BYTES).check(
  z.regex(/^[A-Za-z0-9.]*$/, "can have only letters, digits and periods. Example: acme.sso"),
);

/** Session fields of oauth, saml and oidc (api.md#oauth). Seconds; 0 and left out mean no limit. */
export const loginFields = {
  enabled: Enabled,
  options_passthrough: z.optional(z.boolean()),
  /** "" and null mean the service's own prefix. */
  cookie_prefix: z.nullish(CookiePrefix),
  inactivity_timeout: z.optional(
    Seconds.check(z.lte(INACTIVITY_TIMEOUT_MAX, "must be at most 365 days (31,536,000 s)")),
  ),
  maximum_duration: z.optional(Seconds),
};

/** The same fields as read. */
export const loginAnswerFields = {
  enabled: EnabledAnswer,
  options_passthrough: z.nullish(z.boolean()),
  cookie_prefix: z.nullish(z.string()),
  inactivity_timeout: z.nullish(z.number()),
  maximum_duration: z.nullish(z.number()),
};

type LoginRequest = {
  enabled?: boolean | undefined;
  options_passthrough?: boolean | undefined;
  cookie_prefix?: string | null | undefined;
  inactivity_timeout?: number | undefined;
  maximum_duration?: number | undefined;
};

/** Session fields of an answer: numbers and booleans are always shown (protocol-facts.md#null-empty-and-absent). */
export function loginAnswer(request: LoginRequest, unsetPrefix: string) {
  return {
    options_passthrough: request.options_passthrough ?? false,
    cookie_prefix: request.cookie_prefix || unsetPrefix,
    inactivity_timeout: request.inactivity_timeout ?? 0,
    maximum_duration: request.maximum_duration ?? 0,
  };
}
