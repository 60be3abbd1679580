import { Buffer } from "node:buffer";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samlContract } from "#contract/modules/saml.ts";
import { readMetadata } from "./metadata.ts";

const { idp_metadata: example } = samlContract.example;
const fault = (xml: string) => {
  const read = readMetadata(xml);
  return "fault" in read ? read.fault : null;
};
const inside = (text: string) => example.replace("</IDPSSODescriptor>", `${text}</IDPSSODescriptor>`);

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const place = fc.record({
  binding: fc.constantFrom("HTTP-Redirect", "HTTP-POST", "SOAP", "urn:other:binding"),
  location: fc.webUrl({ validSchemes: ["https", "http"] }),
});
type Place = { binding: string; location: string };
const placeXml = (name: string, prefix: string, { binding, location }: Place) => {
  const full = binding.startsWith("urn:") ? binding : `urn:oasis:names:tc:SAML:2.0:bindings:${binding}`;
  return `<${prefix}${name} Binding="${full}" Location="${escaped(location)}"/>`;
};

describe("the metadata of an identity provider", () => {
  it("is read whole, whatever its prefix and the order of its parts", () => {
    const metadata = fc.record({
      prefix: fc.constantFrom("", "md:", "saml-md:"),
      entityId: fc.webUrl(),
      signOn: fc.array(place, { maxLength: 3 }),
      signOut: fc.array(place, { maxLength: 2 }),
      formats: fc.array(fc.constantFrom("urn:a", "urn:b"), { maxLength: 2 }),
      wantsSigned: fc.boolean(),
      noise: fc.constantFrom(
        "",
        "<!-- a comment -->",
        "<Organization xmlns='urn:x'><Name>é</Name></Organization>",
      ),
    });
    fc.assert(
      fc.property(metadata, ({ prefix, entityId, signOn, signOut, formats, wantsSigned, noise }) => {
        const xmlns = prefix === "" ? "xmlns" : `xmlns:${prefix.slice(0, -1)}`;
        const xml = [
          `<?xml version="1.0"?>\n<${prefix}EntityDescriptor ${xmlns}="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(entityId)}">`,
          `<${prefix}SPSSODescriptor/>${noise}`,
          `<${prefix}IDPSSODescriptor WantAuthnRequestsSigned="${wantsSigned}">`,
          ...signOut.map((one) => placeXml("SingleLogoutService", prefix, one)),
          ...formats.map((one) => `<${prefix}NameIDFormat> ${one}\n</${prefix}NameIDFormat>`),
          ...signOn.map((one) => placeXml("SingleSignOnService", prefix, one)),
          `</${prefix}IDPSSODescriptor></${prefix}EntityDescriptor>`,
        ].join(noise);
        expect(readMetadata(`\n ${xml} \n`)).toEqual({
          metadata: {
            entityId,
            signOn,
            signOut,
            nameIdFormats: formats,
            keys: [],
            validUntil: null,
            wantsSigned,
          },
        });
      }),
    );
  });

  it("names its signing keys, of which one without a use is one too, and those of encryption are not", () => {
    const certificate = (text: string) => `<X509Data><X509Certificate>${text}</X509Certificate></X509Data>`;
    const key = (use: string, ...texts: string[]) =>
      `<KeyDescriptor${use}><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">${texts.map(certificate).join("")}</KeyInfo></KeyDescriptor>`;
    const noDer = Buffer.from("none").toString("base64");
    const read = readMetadata(
      inside(key(' use="signing"', noDer, "x") + key(' use="encryption"', noDer) + key("", noDer)),
    );
    expect(read).toMatchObject({
      metadata: { keys: [{ certificate: null }, { certificate: null }, { certificate: null }] },
    });
  });

  it("may say until when it is good, on either descriptor", () => {
    const until = ' validUntil="2027-01-01T00:00:00Z"';
    for (const name of ["<EntityDescriptor", "<IDPSSODescriptor"]) {
      expect(readMetadata(example.replace(name, name + until))).toMatchObject({
        metadata: { validUntil: "2027-01-01T00:00:00Z" },
      });
    }
  });
});

describe("anything else", () => {
  it.each([
    ["not XML", "Invalid XML"],
    ["", "Invalid XML"],
    ["<EntityDescriptor>", "Invalid XML"],
    [`${example}<more/>`, "Invalid XML"],
    ["<a/>", "starts with <a>"],
    ["<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>", "web page"],
    [example.replace(/xmlns="[^"]*"/, ""), "namespace is missing"],
    [
      `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${example}${example}</EntitiesDescriptor>`,
      "has 2 providers",
    ],
    [example.replaceAll("IDPSSODescriptor", "SPSSODescriptor"), "a service provider’s metadata"],
    [example.replaceAll("IDPSSODescriptor", "PDPDescriptor"), "IDPSSODescriptor is missing"],
  ])("is told what it is: case %#", (xml, words) => {
    expect(fault(xml)).toContain(words);
  });

  it("with a DOCTYPE is refused before it is parsed, wherever it hides: no entity is expanded or fetched", () => {
    const laughs = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${example.replace("https://idp.example.com/sso", "&b;")}`;
    const outside = `<!doctype a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${example}`;
    const hidden = `<?x <!-- ?><!DOCTYPE a [<!ENTITY x "y">]><!-- -->${example}`;
    for (const xml of [laughs, outside, hidden]) expect(fault(xml)).toContain("DOCTYPE");
  });

  it("is answered, never thrown at", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(example.length), (noise, at) => {
        const read = readMetadata(example.slice(0, at) + noise + example.slice(at));
        expect("fault" in read ? read.fault.length > 0 : read.metadata.signOn.length >= 0).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
