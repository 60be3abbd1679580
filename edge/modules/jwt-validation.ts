import type * as z from "zod/mini";
import { jwtValidationContract } from "#contract/modules/jwt-validation.ts";
import { compiled, NotApplicable } from "./compiled.ts";
import type { Guard, Met, Verdict } from "./guard.ts";
import { KeyRing } from "./jwt/key-ring.ts";
import { sourceFault } from "./jwt/key-source.ts";
import { inBody, inHeader, type Looked, placeText, type TokenPlace } from "./jwt/token-in.ts";
import { passedBefore, type TokenRules, type TokenVerdict, verified, verifiedAt } from "./jwt/verify.ts";

type JwtRequest = z.infer<(typeof jwtValidationContract)["request"]>;
type Validation = { rules: TokenRules; places: readonly TokenPlace[]; fault: string | null };

/** A body that is longer is not read, in bytes. */
const BODY_MAX = 1024 * 1024;

const NO_KEYS: TokenVerdict = { unknown: "No keys are kept" };

let made = 0;

/** What is made of a request once; headers are looked at before the body is read. */
function validationOf({ issuer, audience, http, jws }: JwtRequest): Validation {
  const urls = jws.keys.sources.additional_jkus;
  const places = [http.tokens].flat().map((one) => ({ ...one, prefix: one.prefix ?? "" }));
  made += 1;
  return {
    rules: {
      id: made,
      issuers: [issuer.allow_list].flat().map(({ value }) => value),
      audiences: [audience.allow_list].flat().map(({ value }) => value),
      algorithms: jws.allowed_algorithms,
      ring: new KeyRing(urls),
    },
    places: places.toSorted((a, b) => Number(a.method === "body") - Number(b.method === "body")),
    fault: urls.map(sourceFault).find((fault) => fault !== null) ?? null,
  };
}

const validation = compiled(jwtValidationContract, validationOf);

/** Lets in who has a valid token everywhere the module looks for one (docs/decisions/edge/jwt-validation.md). */
export const jwtValidation: Guard = (stored, met) => {
  const { rules, places, fault } = validation(stored);
  if (fault !== null) throw new NotApplicable(`Keys are fetched over https only: ${fault}`);
  const [only, more] = places;
  // What has passed before is known at once: nothing waits.
  if (only?.method === "header" && !more && met.request && !met.unknown) {
    const looked = inHeader(only, met.request.headers);
    const known = "token" in looked ? passedBefore(looked.token, only.type, rules) : null;
    if (known) return verdictOf(only, known) ?? allow([known]);
  }
  return all(rules, places, met);
};

async function all(rules: TokenRules, places: readonly TokenPlace[], met: Met): Promise<Verdict> {
  const said: TokenVerdict[] = [];
  for (const place of places) {
    const looked = await look(place, met);
    if (!looked) return { verdict: "block", reason: "The body is longer than 1 MiB", refusal: "bodyTooLong" };
    if ("absent" in looked)
      return {
        verdict: "block",
        reason: looked.absent,
        refusal: "tokenMissing",
        toVisitor: { "www-authenticate": "Bearer" },
      };
    const { token } = looked;
    const one = await verdictOn(token, place.type, rules, met);
    const kept = verdictOf(place, one);
    if (kept) return kept;
    said.push(one);
  }
  return allow(said);
}

async function verdictOn(
  token: string,
  type: TokenPlace["type"],
  rules: TokenRules,
  { connection: { past }, unknown }: Met,
): Promise<TokenVerdict> {
  if (past) return (await verifiedAt(token, type, rules, past.now())) ?? unknown?.() ?? NO_KEYS;
  return passedBefore(token, type, rules) ?? (await verified(token, type, rules));
}

/** null = it may be in the body, which is too long. */
async function look(place: TokenPlace, met: Met): Promise<Looked | null> {
  const headers = met.request?.headers ?? {};
  if (place.method === "header") return inHeader(place, headers);
  const body = await met.body(BODY_MAX);
  return body && inBody(place, headers, body);
}

/** What keeps a request out; null = this token does not. */
function verdictOf(place: TokenPlace, said: TokenVerdict): Verdict | null {
  if ("unknown" in said) return { verdict: "block", reason: said.unknown, refusal: "keysUnknown" };
  if (said.passed) return null;
  const reason = `The token in ${placeText(place)} is not accepted. ${said.reason}`;
  return { verdict: "block", reason, refusal: "tokenRefused" };
}

const allow = (said: readonly TokenVerdict[]): Verdict => ({
  verdict: "allow",
  reason: [...new Set(said.map((one) => ("reason" in one ? one.reason : "")))].join(". "),
});
