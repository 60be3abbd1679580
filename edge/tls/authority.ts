import "reflect-metadata";
import { hkdfSync, randomBytes, webcrypto } from "node:crypto";
import { isIP } from "node:net";
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

/** A certificate and its private key, both PEM. */
export type KeyPair = { certificatePem: string; privateKeyPem: string };

/** Signs certificates for the names that visitors ask for. */
export type Authority = {
  /** PEM of the root, for those who want to trust it. */
  rootPem: string;
  /** A certificate with its chain; kept while it is used and not about to end. */
  leaf: (name: string) => Promise<KeyPair>;
};

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY_MS = 86_400_000;
const ROOT_DAYS = 3650;
/** Browsers refuse certificates that last longer than 398 days. */
const LEAF_DAYS = 397;
const RENEW_DAYS = 30;
const LEAVES_MAX = 10_000;

const crypto = webcrypto as unknown as Crypto;

/** Makes the root of a local authority, for an account that brings no certificate. */
export async function makeRoot(): Promise<KeyPair> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      ...lifetime(ROOT_DAYS),
      serialNumber: serial(),
      name: `CN=Gatehouse local authority ${randomBytes(4).toString("hex")}`,
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  return { certificatePem: pemOf(certificate), privateKeyPem: await keyPem(keys.privateKey) };
}

/** A secret of the account for one purpose, which all its edges derive from the root they share. */
export function secretFor(purpose: string, { privateKeyPem }: KeyPair): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", privateKeyPem, "", `gatehouse ${purpose}`, 32));
}

/** @throws Error when the root can't be read. */
export async function openAuthority({ certificatePem, privateKeyPem }: KeyPair): Promise<Authority> {
  const root = new X509Certificate(certificatePem);
  const der = Buffer.from(privateKeyPem.replaceAll(/-----[^-]+-----|\s/g, ""), "base64");
  const signingKey = await webcrypto.subtle.importKey("pkcs8", der, ALGORITHM, false, ["sign"]);
  const leaves = new Map<string, { until: number; pair: Promise<KeyPair> }>();

  async function make(name: string): Promise<KeyPair> {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
    const certificate = await X509CertificateGenerator.create(
      {
        ...lifetime(LEAF_DAYS),
        serialNumber: serial(),
        // A common name has 64 characters at most; the alternative name is what counts.
        subject: `CN=${name.slice(0, 64)}`,
        issuer: root.subject,
        publicKey: keys.publicKey,
        signingKey,
        signingAlgorithm: ALGORITHM,
        extensions: [
          new BasicConstraintsExtension(false, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
          new SubjectAlternativeNameExtension([{ type: isIP(name) > 0 ? "ip" : "dns", value: name }]),
          await AuthorityKeyIdentifierExtension.create(root.publicKey, false, crypto),
          await SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
        ],
      },
      crypto,
    );
    return {
      certificatePem: pemOf(certificate) + pemOf(root),
      privateKeyPem: await keyPem(keys.privateKey),
    };
  }

  return {
    rootPem: pemOf(root),
    leaf: (name) => {
      const kept = leaves.get(name);
      leaves.delete(name);
      const leaf =
        kept && kept.until > Date.now()
          ? kept
          : { until: Date.now() + (LEAF_DAYS - RENEW_DAYS) * DAY_MS, pair: make(name) };
      // The last used is the last: the first is dropped.
      leaves.set(name, leaf);
      const [oldest] = leaves.keys();
      if (leaves.size > LEAVES_MAX && oldest !== undefined) leaves.delete(oldest);
      leaf.pair.catch(() => leaves.delete(name));
      return leaf.pair;
    },
  };
}

/** A day back: clocks differ. */
function lifetime(days: number): { notBefore: Date; notAfter: Date } {
  const now = Date.now();
  return { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + (days - 1) * DAY_MS) };
}

/** Positive, 16 bytes. */
function serial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString("hex");
}

/** A chain needs the line end that is left out. */
function pemOf(certificate: X509Certificate): string {
  return `${certificate.toString("pem")}\n`;
}

async function keyPem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", key));
  const lines = der.toString("base64").replaceAll(/.{64}/g, "$&\n").trimEnd();
  return `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`;
}
