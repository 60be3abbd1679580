import "reflect-metadata";
import { webcrypto } from "node:crypto";
import { X509CertificateGenerator } from "@peculiar/x509";
import type { Db } from "./schema.ts";
import { timestamp } from "./time.ts";

const ALGORITHM = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};
const YEARS = 20;

/**
 * The certificate that SAML requests of this account are signed with, in PEM; made at its first use. Call it outside of
 * a transaction: making it takes some tenths of a second.
 */
export async function samlCertificate(db: Db): Promise<string> {
  const stored = await read(db);
  if (stored !== undefined) return stored;
  const made = await generate();
  await db
    .insertInto("signing_keys")
    .values({ purpose: "saml", ...made, created_at: timestamp() })
    .onConflict((conflict) => conflict.column("purpose").doNothing())
    .execute();
  // Another process may have been first.
  return (await read(db)) ?? made.certificate_pem;
}

async function read(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom("signing_keys")
    .select("certificate_pem")
    .where("purpose", "=", "saml")
    .executeTakeFirst();
  return row?.certificate_pem;
}

async function generate(): Promise<{ private_key_pem: string; certificate_pem: string }> {
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
    private_key_pem: `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`,
    certificate_pem: `${certificate.toString("pem")}\n`,
  };
}
