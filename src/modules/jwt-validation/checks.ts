import { JWT_ALGORITHMS } from "#contract/modules/jwt-validation.ts";
import { cantApply } from "#contract/modules/cant-apply.ts";
import { own } from "#forms/json.ts";
import { audience, expiry, issuer, notBefore } from "./claims.ts";
import { fail, open, pass, skipped, type Finding } from "./finding.ts";
import { readKeys } from "./keys.ts";
import { locate } from "./locate.ts";
import type { JwtRules, TokenPlace } from "./rules.ts";
import { checkSignature } from "./signature.ts";
import { readToken, type Token } from "./token.ts";

type Check = Finding & { name: string };

/** What all checks together come to. */
export type Outcome = { checks: Check[]; verdict: "accepted" | "refused" | "undecided" };

type Question = {
  pasted: string;
  keys: string;
  rules: JwtRules;
  /** Milliseconds since 1970. */ now: number;
};

/**
 * Every check that jwt_validation makes of a token, each with its reason, in the order in which a reader wants them. Runs
 * in the browser alone and keeps nothing. What the API leaves open is answered by the JOSE specifications, or left open.
 */
export async function checkToken({ pasted, keys, rules, now }: Question): Promise<Outcome> {
  const { token: text, place, finding } = locate(pasted, rules);
  const checks: Check[] = [{ name: "Location", ...finding }];
  if (text === null) return outcome(checks);
  const token = readToken(text);
  if ("problem" in token) return outcome([...checks, { name: "Format", ...fail(token.problem) }]);
  return outcome([
    ...checks,
    { name: "Format", ...pass("Header, claims and signature are readable.") },
    { name: "Type", ...type(token, place) },
    { name: "Algorithm", ...algorithm(token, rules) },
    ...critical(token),
    { name: "Signature", ...(await signature(token, keys, rules)) },
    { name: "Issuer", ...issuer(token, rules.issuers) },
    { name: "Audience", ...audience(token, rules.audiences) },
    { name: "Not expired", ...expiry(token, now) },
    { name: "Not before", ...notBefore(token, now) },
  ]);
}

function outcome(checks: Check[]): Outcome {
  const has = (result: Finding["result"]) => checks.some((check) => check.result === result);
  return {
    checks,
    verdict: has("fail") ? "refused" : has("open") || has("skipped") ? "undecided" : "accepted",
  };
}

/** `typ` against the place's type. RFC 7515 §4.1.9: case does not count, "application/" may be left out. */
function type(token: Token, place: TokenPlace | null): Finding {
  const typ = own(token.header, "typ");
  const says = typeof typ === "string" ? `typ is “${typ}”` : "The header has no typ";
  if (!place) return open(`${says}. The form has several locations, each with its own type.`);
  const wanted = place.type.toLowerCase();
  const given = typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : undefined;
  if (given === wanted || (given === undefined && wanted === "jwt")) {
    return pass(given === undefined ? `${says}, which is fine for jwt.` : `${says}.`);
  }
  const form = `the form says ${place.type || "nothing"}`;
  return open(`${says}, and ${form}. The service may accept it anyway.`);
}

function algorithm(token: Token, { algorithms }: JwtRules): Finding {
  const alg = own(token.header, "alg");
  if (typeof alg !== "string") return fail("The header has no alg.");
  if (alg.toLowerCase() === "none") return fail("The token is not signed (alg is none).");
  if (/^HS\d+$/.test(alg))
    return fail(
      `${alg} needs a shared secret, which can’t be used here. Use a public key algorithm like RS256.`,
    );
  if (algorithms.includes(alg)) return pass(`${alg} is allowed.`);
  const allowed = algorithms.length > 0 ? `Allowed: ${algorithms.join(", ")}` : "The form has no algorithm";
  const hint = JWT_ALGORITHMS.some((one) => one === alg) ? "" : " The service does not support it.";
  return fail(`${alg} is not allowed. ${allowed}.${hint}`);
}

/** RFC 7515 §4.1.11: whoever does not understand a header named in `crit` must refuse the token. */
function critical(token: Token): Check[] {
  if (own(token.header, "crit") === undefined) return [];
  const why = "The header has crit. The service refuses the token unless it supports everything named there.";
  return [{ name: "Critical headers", ...open(why) }];
}

async function signature(token: Token, pasted: string, { keyUrls }: JwtRules): Promise<Finding> {
  const jws = { keys: { sources: { additional_jkus: keyUrls } } };
  if (cantApply({ jwt_validation: { jws } }))
    return fail("The key URL is http://, so Gatehouse refuses every token. Use https://.");
  if (pasted.trim() === "") {
    const [url] = keyUrls;
    const from = url ? `the contents of ${url}` : "the issuer’s JWKS";
    return skipped(`Paste ${from} under Keys to check it.`);
  }
  const keys = readKeys(pasted);
  if ("problem" in keys) return skipped(keys.problem);
  const { result, why } = await checkSignature(token, keys.keys);
  return { result, why: [why, ...keys.notes].join(" ") };
}
