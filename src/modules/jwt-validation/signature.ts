import type { JWT_ALGORITHMS } from "#contract/modules/jwt-validation.ts";
import { jsonText, own, type JsonObject } from "#forms/json.ts";
import { counted } from "#ui/format.ts";
import { fail, pass, skipped, type Finding } from "./finding.ts";
import type { PublicKey } from "./keys.ts";
import type { Token } from "./token.ts";

type Algorithm = (typeof JWT_ALGORITHMS)[number];

type Recipe = {
  kty: "RSA" | "EC" | "OKP";
  crv?: readonly string[];
  /** For importing a key, and for checking with it. `crv` = the curve of an OKP key, which names the algorithm. */
  import: (crv: string) => AlgorithmIdentifier | RsaHashedImportParams | EcKeyImportParams;
  verify: (crv: string) => AlgorithmIdentifier | RsaPssParams | EcdsaParams;
};

const rsa = (name: string, bits: number, more: object = {}): Recipe => ({
  kty: "RSA",
  import: () => ({ name, hash: `SHA-${bits}` }),
  verify: () => ({ name, ...more }),
});
const pkcs1 = (bits: number) => rsa("RSASSA-PKCS1-v1_5", bits);
const pss = (bits: number) => rsa("RSA-PSS", bits, { saltLength: bits / 8 });
const ec = (curve: string, bits: number): Recipe => ({
  kty: "EC",
  crv: [curve],
  import: () => ({ name: "ECDSA", namedCurve: curve }),
  verify: () => ({ name: "ECDSA", hash: `SHA-${bits}` }),
});

/** RFC 7518 §3 and RFC 8037 in WebCrypto's words. */
const RECIPES: Record<Algorithm, Recipe> = {
  RS256: pkcs1(256),
  RS384: pkcs1(384),
  RS512: pkcs1(512),
  PS256: pss(256),
  PS384: pss(384),
  PS512: pss(512),
  ES256: ec("P-256", 256),
  ES384: ec("P-384", 384),
  ES512: ec("P-521", 512),
  EdDSA: {
    kty: "OKP",
    crv: ["Ed25519", "Ed448"],
    import: (crv) => ({ name: crv }),
    verify: (crv) => ({ name: crv }),
  },
};

const PUBLIC_MEMBERS = ["kty", "crv", "n", "e", "x", "y"];

/** Whether a JWKS key may be used for an algorithm, or why not (RFC 7517 §4). */
function misfit(jwk: JsonObject, alg: string, recipe: Recipe): string | null {
  const [kty, crv, use, ownAlg, ops] = ["kty", "crv", "use", "alg", "key_ops"].map((name) => own(jwk, name));
  if (kty !== recipe.kty) return `is ${jsonText(kty)}, and ${alg} needs ${recipe.kty}`;
  if (recipe.crv && !recipe.crv.includes(String(crv))) {
    return `is on the curve ${jsonText(crv)}, and ${alg} needs ${recipe.crv.join(" or ")}`;
  }
  if (use !== undefined && use !== "sig")
    return `is published for use “${jsonText(use)}”, not for signatures`;
  if (Array.isArray(ops) && !ops.includes("verify")) return "is not published for verifying (key_ops)";
  // RFC 9864: a key may name its curve as its algorithm where tokens say EdDSA.
  const same = ownAlg === undefined || ownAlg === alg || (alg === "EdDSA" && ownAlg === crv);
  if (!same) return `is published for ${jsonText(ownAlg)}, not ${alg}`;
  return null;
}

/**
 * Checks a token's signature with the keys: the one its `kid` names, or where it names none each that fits its algorithm.
 * WebCrypto only; nothing leaves the browser. Skipped where this browser can't do it.
 */
export async function checkSignature(token: Token, keys: readonly PublicKey[]): Promise<Finding> {
  const alg = own(token.header, "alg");
  if (typeof alg !== "string" || !Object.hasOwn(RECIPES, alg))
    return fail("No public key can check this algorithm.");
  // WebCrypto is missing on a page that came over plain http.
  if ((globalThis.crypto as Partial<Crypto> | undefined)?.subtle === undefined)
    return skipped("Browsers can check signatures only on https pages and localhost.");
  const recipe = RECIPES[alg as Algorithm];
  const kid = own(token.header, "kid");
  const named = typeof kid === "string" ? keys.filter((key) => key.kid === kid || "spki" in key) : keys;
  if (named.length === 0)
    return fail(typeof kid === "string" ? unknownKid(kid, keys) : "The key set is empty.");

  const misfits = named.map((key) => ("jwk" in key ? misfit(key.jwk, alg, recipe) : null));
  const fitting = named.filter((_, index) => misfits[index] === null);
  if (fitting.length === 0) {
    const [only] = misfits;
    return fail(
      named.length === 1 && only
        ? `The key ${only}.`
        : `None of ${counted(named.length, "key")} fits ${alg}.`,
    );
  }
  const found = await Promise.all(fitting.map((key) => verifyWith(token, key, alg, recipe)));
  const [only, ...others] = found;
  return (
    found.find(({ result }) => result === "pass") ??
    found.find(({ result }) => result === "skipped") ??
    (only && others.length === 0
      ? only
      : fail(`None of the ${counted(found.length, "key")} for ${alg} signed it.`))
  );
}

function unknownKid(kid: string, keys: readonly PublicKey[]): string {
  const known = keys.flatMap((key) => key.kid ?? []);
  const has = known.length > 0 ? `Keys: ${known.slice(0, 5).join(", ")}` : "No key has a kid";
  const more = known.length > 5 ? ` and ${known.length - 5} more` : "";
  return `No key has the token’s kid, ${kid}. ${has}${more}. The keys may be rotated, or another issuer’s.`;
}

async function verifyWith(token: Token, key: PublicKey, alg: string, recipe: Recipe): Promise<Finding> {
  const named = key.kid === null ? "a key without a kid" : `key ${key.kid}`;
  // A PEM of EdDSA does not say its curve: each is tried until one reads it.
  const curves = "jwk" in key ? [jsonText(own(key.jwk, "crv"))] : (recipe.crv ?? [""]);
  let unreadable: Finding = fail("The key can’t be read.");
  for (const crv of curves) {
    try {
      const imported = await importKey(key, recipe.import(crv));
      const how = recipe.verify(crv);
      const good = await globalThis.crypto.subtle.verify(how, imported, token.signature, token.signed);
      if (good) return pass(`${alg} by ${named}.`);
      return fail(`Not signed by ${named}, or the token was changed.`);
    } catch (error) {
      const can = !(error instanceof DOMException && error.name === "NotSupportedError");
      unreadable = can
        ? fail(`The ${named.replace("a key", "key")} is damaged, or not for ${alg}.`)
        : skipped(`This browser can’t check ${crv || alg} signatures.`);
    }
  }
  return unreadable;
}

function importKey(key: PublicKey, algorithm: ReturnType<Recipe["import"]>): Promise<CryptoKey> {
  const { subtle } = globalThis.crypto;
  if ("spki" in key) return subtle.importKey("spki", key.spki, algorithm, false, ["verify"]);
  const members = PUBLIC_MEMBERS.filter((name) => Object.hasOwn(key.jwk, name));
  const jwk = Object.fromEntries(members.map((name) => [name, own(key.jwk, name)]));
  return subtle.importKey("jwk", jwk as JsonWebKey, algorithm, false, ["verify"]);
}
