import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { X509CertificateGenerator } from "@peculiar/x509";
import type { Db, Schema } from "./schema.ts";
import { timestamp } from "./time.ts";

const ALGORITHM = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};
const YEARS = 20;

type Purpose = Schema["signing_keys"]["purpose"];
/** A certificate and its private key, both PEM. */
type KeyPair = { certificatePem: string; privateKeyPem: string };

/** The certificate that SAML requests of this account are signed with, in PEM; made at its first use, as `signingKey`. */
export async function samlCertificate(db: Db): Promise<string> {
  return (await signingKey(db, "saml", makeSigner)).certificatePem;
}

/**
 * The key of the account for a purpose, made at its first use. Call it outside of a transaction: making one takes some
 * tenths of a second.
 */
export async function signingKey(db: Db, purpose: Purpose, make: () => Promise<KeyPair>): Promise<KeyPair> {
  const stored = await read(db, purpose);
  if (stored) return stored;
  const made = await make();
  await db
    .insertInto("signing_keys")
    .values({
      purpose,
      certificate_pem: made.certificatePem,
      private_key_pem: made.privateKeyPem,
      created_at: timestamp(),
    })
    .onConflict((conflict) => conflict.column("purpose").doNothing())
    .execute();
  // Another process may have been first.
  return (await read(db, purpose)) ?? made;
}

async function read(db: Db, purpose: Purpose): Promise<KeyPair | undefined> {
  const row = await db
    .selectFrom("signing_keys")
    .select(["certificate_pem", "private_key_pem"])
    .where("purpose", "=", purpose)
    .executeTakeFirst();
  return row && { certificatePem: row.certificate_pem, privateKeyPem: row.private_key_pem };
}

/** A certificate for signing that nobody else has signed, and its key. */
export async function makeSigner(): Promise<KeyPair> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const notBefore = new Date();
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    { name: "CN=Gatehouse SAML request signing", keys, signingAlgorithm: ALGORITHM, notBefore, notAfter },
    webcrypto as unknown as Crypto,
  );
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
  const lines = der.toString("base64").replaceAll(/.{64}/g, "$&\n").trimEnd();
  return {
    privateKeyPem: `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`,
    certificatePem: `${certificate.toString("pem")}\n`,
  };
}
