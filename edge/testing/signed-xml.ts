import { createRequire } from "node:module";
import type { KeyPair } from "../tls/authority.ts";

type Signer = {
  addReference: (reference: object) => void;
  computeSignature: (xml: string, options: object) => void;
  getSignedXml: () => string;
};
const require = createRequire(import.meta.url);
const { SignedXml } = createRequire(require.resolve("@node-saml/node-saml"))("xml-crypto") as {
  SignedXml: new (options: object) => Signer;
};

const SHA_256 = {
  signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
};

/** For tests: a message of SAML whose root is signed, by what SAML itself signs with. */
export function signedXml(
  xml: string,
  { privateKeyPem }: KeyPair,
  algorithms: Partial<typeof SHA_256> = {},
): string {
  const { signatureAlgorithm, digestAlgorithm } = { ...SHA_256, ...algorithms };
  const canonicalizationAlgorithm = "http://www.w3.org/2001/10/xml-exc-c14n#";
  const signer = new SignedXml({ privateKey: privateKeyPem, canonicalizationAlgorithm, signatureAlgorithm });
  signer.addReference({
    xpath: "/*",
    digestAlgorithm,
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", canonicalizationAlgorithm],
  });
  signer.computeSignature(xml, { location: { reference: "/*/*[local-name()='Issuer']", action: "after" } });
  return signer.getSignedXml();
}
