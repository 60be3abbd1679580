import "reflect-metadata";
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";

type Usage = "digitalSignature" | "keyCertSign" | "cRLSign";
type Wanted = { name?: string; ca?: boolean | null; usages?: Usage[] | null; extended?: string[] };

/** A self-signed certificate in PEM. `ca` or `usages` of null = without that extension. */
export async function testCertificate(wanted: Wanted = {}): Promise<string> {
  const { name = "CN=Test CA, O=Gatehouse", ca = true, usages = ["keyCertSign"], extended } = wanted;
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name,
    notBefore: new Date("2026-01-02T03:04:05Z"),
    notAfter: new Date("2056-01-02T03:04:05Z"),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      ...(ca === null ? [] : [new BasicConstraintsExtension(ca, undefined, true)]),
      ...(usages === null ? [] : [new KeyUsagesExtension(flags(usages), true)]),
      ...(extended ? [new ExtendedKeyUsageExtension(extended)] : []),
    ],
  });
  return certificate.toString("pem");
}

function flags(usages: Usage[]): number {
  return usages.reduce((sum, usage) => sum | KeyUsageFlags[usage], 0);
}
