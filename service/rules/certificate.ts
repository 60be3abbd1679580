import "reflect-metadata";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate,
} from "@peculiar/x509";
import { faulty } from "../errors.ts";
import type { OwnColumns } from "../store/rows.ts";
import { timestamp } from "../store/time.ts";

/** Names as RFC 5280 has them. */
const KEY_USAGES = [
  ["digitalSignature", KeyUsageFlags.digitalSignature],
  ["nonRepudiation", KeyUsageFlags.nonRepudiation],
  ["keyEncipherment", KeyUsageFlags.keyEncipherment],
  ["dataEncipherment", KeyUsageFlags.dataEncipherment],
  ["keyAgreement", KeyUsageFlags.keyAgreement],
  ["keyCertSign", KeyUsageFlags.keyCertSign],
  ["cRLSign", KeyUsageFlags.cRLSign],
  ["encipherOnly", KeyUsageFlags.encipherOnly],
  ["decipherOnly", KeyUsageFlags.decipherOnly],
] as const;

const EXTENDED_KEY_USAGES: Readonly<Record<string, string>> = {
  "2.5.29.37.0": "anyExtendedKeyUsage",
  "1.3.6.1.5.5.7.3.1": "serverAuth",
  "1.3.6.1.5.5.7.3.2": "clientAuth",
  "1.3.6.1.5.5.7.3.3": "codeSigning",
  "1.3.6.1.5.5.7.3.4": "emailProtection",
  "1.3.6.1.5.5.7.3.8": "timeStamping",
  "1.3.6.1.5.5.7.3.9": "OCSPSigning",
};

const BLOCK = /-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g;

/**
 * What is kept of the certificate of a certificate authority (api.md#certificate-authorities). Key usages without a well-known name are shown by their OID.
 *
 * @throws ApiProblem 400 at `ca_pem` when it is not one certificate, or not one that may sign others.
 */
export function authorityColumns(pem: string): OwnColumns<"certificateAuthority"> {
  const certificate = parse(pem);
  if (certificate.getExtension(BasicConstraintsExtension)?.ca !== true) {
    throw refuse(
      "must be a CA certificate; this one can’t sign others (no CA:TRUE). Use the certificate of its issuer",
    );
  }
  const flags = certificate.getExtension(KeyUsagesExtension)?.usages;
  if (flags !== undefined && (flags & KeyUsageFlags.keyCertSign) === 0) {
    throw refuse(
      "must be allowed to sign certificates, but its key usages don’t include keyCertSign. Use another certificate",
    );
  }
  const extended = certificate.getExtension(ExtendedKeyUsageExtension)?.usages ?? [];
  const usages = KEY_USAGES.filter(([, flag]) => ((flags ?? 0) & flag) !== 0).map(([name]) => name);
  return {
    ca_pem: pem,
    subject_common_name: certificate.subjectName.getField("CN")[0] ?? "",
    not_before: timestamp(certificate.notBefore),
    not_after: timestamp(certificate.notAfter),
    key_usages: JSON.stringify(usages),
    extended_key_usages: JSON.stringify(
      extended.map((oid) => EXTENDED_KEY_USAGES[String(oid)] ?? String(oid)),
    ),
  };
}

function parse(pem: string): X509Certificate {
  const blocks = [...pem.matchAll(BLOCK)];
  if (blocks.length !== 1) {
    throw refuse(
      `must contain one certificate, not ${blocks.length}. Create a certificate authority for each`,
    );
  }
  try {
    const certificate = new X509Certificate(blocks[0]?.[0] ?? "");
    // Extensions and names are decoded when they are first asked for.
    certificate.getExtension(BasicConstraintsExtension);
    certificate.subjectName.getField("CN");
    timestamp(certificate.notBefore);
    timestamp(certificate.notAfter);
    return certificate;
  } catch {
    // The library's message quotes what it could not read.
    throw refuse("must be a complete X.509 certificate. Paste it from BEGIN to END");
  }
}

function refuse(message: string): Error {
  return faulty("valueInvalid", [{ path: ["ca_pem"], message }]);
}
