// Cause: messages about signing out by HTTP-POST had no test. Law: by a form as by an address, one holds where the provider signed
// it, for this route, whoever it names.
import { beforeAll, expect, test } from "vitest";
import { samlMade } from "#contract/modules/saml.ts";
import { makeSigner } from "#service/store/signing-keys.ts";
import { type SamlIdp, startSamlIdp } from "../../testing/saml-idp.ts";
import { signedXml } from "../../testing/signed-xml.ts";
import { readSaml, type SamlModule, type SamlSelf } from "./provider.ts";
import { readSignOut } from "./sign-out.ts";

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

const read = (xml: string) =>
  readSignOut(module, self, {
    form: new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString("base64") }).toString(),
    query: "",
  });

test("a form that the provider signed is read", async () => {
  const good = signedXml(request(self.made.single_logout_url), idp.key);
  expect(await read(good)).toEqual({ asks: { message: "_out", subject: "ann", sessionIndex: "" } });
});

const SHA_1 = "http://www.w3.org/2000/09/xmldsig#";
// Cause: a form was taken that was signed with SHA-1, by which an address is refused. Law: SHA-2 only.
test.each([{ signatureAlgorithm: `${SHA_1}rsa-sha1` }, { digestAlgorithm: `${SHA_1}sha1` }])(
  "a form signed with SHA-1 is refused",
  async (algorithms) => {
    const form = signedXml(request(self.made.single_logout_url), idp.key, algorithms);
    await expect(read(form)).rejects.toThrow("It is signed with SHA-1");
  },
);

test.each<[what: string, xml: () => string, reason: RegExp]>([
  ["without a signature", () => request(self.made.single_logout_url), /^No signature/],
  ["by another key", () => signedXml(request(self.made.single_logout_url), self.key), /^No signature/],
  [
    "changed",
    () => signedXml(request(self.made.single_logout_url), idp.key).replace(">ann<", ">root<"),
    /^No signature/,
  ],
  [
    "for another destination",
    () => signedXml(request("http://service.example/"), idp.key),
    /another destination/,
  ],
  ["that is no message", () => "<a/>", /^It can’t be read/],
])("a form %s is refused", async (_what, xml, reason) => {
  await expect(read(xml())).rejects.toThrow(reason);
});
