import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from "openid-client";
import { noAnswer } from "../fetched.ts";
import { LoginFault } from "./fault.ts";
import { ANSWER_MS } from "./provider-fetch.ts";

const LATE = "OAUTH_JWT_TIMESTAMP_CHECK_FAILED";
/** An answer that came, but can't be believed: it is another's, changed, or out of date. */
const NOT_BELIEVED = new Set([
  "OAUTH_INVALID_RESPONSE",
  LATE,
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
  "OAUTH_KEY_SELECTION_FAILED",
]);

/** What was shown is good no more; the latter two are GitHub’s. */
const NOT_GOOD = new Set(["invalid_grant", "bad_verification_code", "bad_refresh_token"]);

/** What a failure at a provider means for the visitor. Of its own words only the error's code is said. */
export function providerFault(error: unknown, provider: string): LoginFault {
  if (error instanceof LoginFault) return error;
  if (error instanceof Error && error.cause instanceof LoginFault) return error.cause;
  if (error instanceof AuthorizationResponseError)
    return new LoginFault("signInRefused", `${provider} answered ${codeText(error.error)}`);
  if (error instanceof ResponseBodyError) {
    const reason = `${provider} answered ${codeText(error.error)}`;
    return new LoginFault(NOT_GOOD.has(error.error) ? "signInRefused" : "providerDown", reason);
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    // Basic is asked of the login's app, Bearer of the visitor's token.
    const isApp = error.cause.some(({ scheme }) => scheme.toLowerCase() === "basic");
    if (isApp) return new LoginFault("providerDown", `${provider} does not accept the client ID and secret`);
    return new LoginFault("signInRefused", `${provider} answered ${error.status}`);
  }
  if (!(error instanceof Error)) throw error;
  const { code } = error as NodeJS.ErrnoException;
  const what = attributeOf(error);
  if (what?.attribute === "issuer")
    return new LoginFault("providerDown", `${provider} is another issuer than “${String(what.expected)}”`);
  if (code !== undefined && NOT_BELIEVED.has(code))
    return new LoginFault(
      "signInRefused",
      `The answer of ${provider} is not valid: ${error.message}${code === LATE ? ". Compare the clocks" : ""}`,
    );
  const cause = error.cause instanceof Error ? error.cause : error;
  if (cause.name === "TimeoutError")
    return new LoginFault("providerDown", `${provider} does not answer within ${ANSWER_MS / 1_000} s`);
  return new LoginFault("providerDown", `${provider} ${noAnswer(cause) ?? noUse(error)}`);
}

/** Why an answer that came is of no use, in words: the codes of the library that reads it say nothing to who runs the provider. */
function noUse({ code = "", cause }: NodeJS.ErrnoException): string {
  if (cause instanceof Response && cause.status !== 200) return `answered ${cause.status}`;
  if (/NOT_JSON|PARSE_ERROR/.test(code)) return "gave no valid answer: it isn’t JSON";
  const what = attributeOf({ cause });
  return `gave no valid answer${what ? `: no valid “${what.attribute}”` : ""}`;
}

/** Which attribute of an answer is at fault, and what was expected there, as the reader of the answer says in what its error came from. */
function attributeOf({ cause }: { cause?: unknown }): { attribute: string; expected?: unknown } | undefined {
  const { attribute, expected } = ((cause instanceof Error ? cause.cause : cause) ?? {}) as Record<
    string,
    unknown
  >;
  return typeof attribute === "string" ? { attribute, expected } : undefined;
}

/** A code of OAuth (RFC 6749, 4.1.2.1), and nothing longer. */
const codeText = (text: string): string => text.replaceAll(/[^\w.-]/g, "").slice(0, 64) || "an error";
