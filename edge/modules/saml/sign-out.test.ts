// Cause: messages about signing out by HTTP-POST had no test. Law: by a form as by an address, one holds where the provider signed
// it, for this route, whoever it names.
import { createRequire } from "node:module";
import { beforeAll, expect, test } from "vitest";
import { samlMade } from "#contract/modules/saml.ts";
import { makeSigner } from "#service/store/signing-keys.ts";
import { type SamlIdp, startSamlIdp } from "../../testing/saml-idp.ts";
import type { KeyPair } from "../../tls/authority.ts";
import { readSaml, type SamlModule, type SamlSelf } from "./provider.ts";
import { readSignOut } from "./sign-out.ts";

type Signer = {
  addReference: (reference: object) => void;
  computeSignature: (xml: string, options: object) => void;
  getSignedXml: () => string;
};
const require = createRequire(import.meta.url);
const { SignedXml } = createRequire(require.resolve("@node-saml/node-saml"))("xml-crypto") as {
  SignedXml: new (options: object) => Signer;
};

let idp: SamlIdp;
let module: SamlModule;
let self: SamlSelf;
beforeAll(async () => {
  const [started, key] = await Promise.all([startSamlIdp(), makeSigner()]);
  idp = started;
  await idp.close();
  module = readSaml({ idp_metadata: idp.metadata() });
  self = { key, made: samlMade("http://service.example/saml/edghtsrt_1", key.certificatePem) };
});

const request = (destination: string): string =>
  `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ` +
  `ID="_out" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${destination}">` +
  `<saml:Issuer>${idp.entityId}</saml:Issuer><saml:NameID>ann</saml:NameID></samlp:LogoutRequest>`;

function signed(xml: string, { privateKeyPem }: KeyPair): string {
  const canonicalizationAlgorithm = "http://www.w3.org/2001/10/xml-exc-c14n#";
  const signatureAlgorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
  const signer = new SignedXml({ privateKey: privateKeyPem, canonicalizationAlgorithm, signatureAlgorithm });
  signer.addReference({
    xpath: "/*",
    digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", canonicalizationAlgorithm],
  });
  signer.computeSignature(xml, { location: { reference: "/*/*[local-name()='Issuer']", action: "after" } });
  return signer.getSignedXml();
}

const read = (xml: string) =>
  readSignOut(module, self, {
    form: new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString("base64") }).toString(),
    query: "",
  });

test("a form that the provider signed is read", async () => {
  const good = signed(request(self.made.single_logout_url), idp.key);
  expect(await read(good)).toEqual({ asks: { message: "_out", subject: "ann", sessionIndex: "" } });
});

test.each<[what: string, xml: () => string, reason: RegExp]>([
  ["without a signature", () => request(self.made.single_logout_url), /^No signature/],
  ["by another key", () => signed(request(self.made.single_logout_url), self.key), /^No signature/],
  [
    "changed",
    () => signed(request(self.made.single_logout_url), idp.key).replace(">ann<", ">root<"),
    /^No signature/,
  ],
  [
    "for another destination",
    () => signed(request("http://service.example/"), idp.key),
    /another destination/,
  ],
  ["that is no message", () => "<a/>", /^It can’t be read/],
])("a form %s is refused", async (_what, xml, reason) => {
  await expect(read(xml())).rejects.toThrow(reason);
});
