import { Buffer } from "node:buffer";
import { webcrypto } from "node:crypto";

/** A key pair made for a test, with its public half as the testers take it. */
export type MadeKey = { alg: string; pair: CryptoKeyPair; jwk: { [member: string]: unknown }; pem: string };

const hash = (alg: string) => `SHA-${alg.slice(2)}`;
const CURVES: Record<string, string> = { ES256: "P-256", ES384: "P-384", ES512: "P-521" };
const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };

function generation(alg: string) {
  if (alg.startsWith("RS")) return { name: "RSASSA-PKCS1-v1_5", hash: hash(alg), ...rsa };
  if (alg.startsWith("PS")) return { name: "RSA-PSS", hash: hash(alg), ...rsa };
  const namedCurve = CURVES[alg];
  return namedCurve ? { name: "ECDSA", namedCurve } : { name: "Ed25519" };
}

/** A fresh key pair for an algorithm of JOSE. */
export async function makeKey(alg: string, kid: string): Promise<MadeKey> {
  const pair = (await webcrypto.subtle.generateKey(generation(alg), true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const {
    key_ops: _ops,
    ext: _ext,
    alg: _alg,
    ...jwk
  } = await webcrypto.subtle.exportKey("jwk", pair.publicKey);
  const spki = Buffer.from(await webcrypto.subtle.exportKey("spki", pair.publicKey)).toString("base64");
  const pem = `-----BEGIN PUBLIC KEY-----\n${spki.replaceAll(/.{64}/g, "$&\n")}\n-----END PUBLIC KEY-----\n`;
  return { alg, pair, jwk: { ...jwk, kid }, pem };
}

function signing(alg: string) {
  if (alg.startsWith("RS")) return { name: "RSASSA-PKCS1-v1_5" };
  if (alg.startsWith("PS")) return { name: "RSA-PSS", saltLength: Number(alg.slice(2)) / 8 };
  return alg.startsWith("ES")
    ? { name: "ECDSA", hash: hash(alg) }
    : { name: alg === "Ed448" ? alg : "Ed25519" };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A compact token signed by WebCrypto, over any header and claims. */
export async function sign(
  { pair, alg }: MadeKey,
  header: object,
  claims: unknown,
  how: string = alg,
): Promise<string> {
  const signed = `${encode(header)}.${encode(claims)}`;
  const signature = await webcrypto.subtle.sign(signing(how), pair.privateKey, Buffer.from(signed));
  return `${signed}.${Buffer.from(signature).toString("base64url")}`;
}
