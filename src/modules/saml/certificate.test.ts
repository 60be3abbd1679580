import "reflect-metadata";
import { X509CertificateGenerator } from "@peculiar/x509";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { certificateHead, chars, commonName, der } from "#testing/der.ts";
import { readCertificate } from "./certificate.ts";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
type Names = { [type: string]: string[] }[];
let keys: CryptoKeyPair;
beforeAll(async () => {
  keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
});

async function made(name: Names, notBefore: string, notAfter: string) {
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name,
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    signingAlgorithm: algorithm,
    keys,
  });
  return { pem: certificate.toString("pem"), base64: certificate.toString("base64") };
}

const iso = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => `${date.toISOString().slice(0, 19)}Z`);

describe("a certificate", () => {
  it("tells its subject and validity, whatever stands in them", async () => {
    // The library that makes them reads # as the start of hex, and has its own mind about quotations and backslashes.
    const text = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
      .filter((one) => one.trim() === one && !/^#|["\\]/.test(one));
    const attribute = fc.tuple(fc.constantFrom("CN", "O", "OU", "L", "ST"), text);
    await fc.assert(
      fc.asyncProperty(
        fc.array(attribute, { minLength: 1, maxLength: 4 }),
        iso("1951-01-01", "2049-12-31"),
        iso("1951-01-01", "2090-01-01"),
        async (subject, notBefore, notAfter) => {
          const { pem, base64 } = await made(
            subject.map(([type, value]) => ({ [type]: [value] })),
            notBefore,
            notAfter,
          );
          const expected = {
            subject: subject.map((pair) => pair.join("=")).join(", "),
            notBefore,
            notAfter,
          };
          expect(readCertificate(base64)).toEqual(expected);
          expect(readCertificate(pem)).toEqual(expected);
          expect(readCertificate(` ${base64.replaceAll(/.{60}/g, "$&\r\n\t")} `)).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is null where it is cut, where bytes of its head are others, and for any other text; it never throws", async () => {
    const { base64 } = await made([{ CN: ["idp.example.com"] }], "2026-01-01", "2027-01-01");
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const read = (some: Uint8Array) => readCertificate(btoa(String.fromCharCode(...some)));
    for (let length = 0; length < bytes.length; length++) expect(read(bytes.subarray(0, length))).toBeNull();
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1 }), (changes) => {
        const other = bytes.slice();
        for (const [at, byte] of changes) other[at] = byte;
        const found = read(other);
        expect(found === null || Number.isFinite(Date.parse(found.notAfter))).toBe(true);
      }),
      { numRuns: 2000 },
    );
    fc.assert(fc.property(fc.string(), (text) => readCertificate(text) === null));
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (some) => read(some) === null));
  });

  const certificate = (validity: number[], subject: number[]) =>
    readCertificate(certificateHead(validity, subject));
  const utc = (text: string) => der(0x17, chars(text));
  const validity = der(0x30, utc("490101000000Z"), utc("500101000000Z"));

  it("tells quotations and backslashes as they are", () => {
    const subject = String.raw`a\!"b\"`;
    expect(certificate(validity, commonName(subject))?.subject).toBe(`CN=${subject}`);
  });

  it("without a version is one too; two digits of a year are 1950 to 2049; a name may be empty", () => {
    expect(certificate(validity, der(0x30))).toEqual({
      subject: "",
      notBefore: "2049-01-01T00:00:00Z",
      notAfter: "1950-01-01T00:00:00Z",
    });
  });

  it("shows attributes it has no name for by their OID, and several of one set together", () => {
    const attribute = (oid: number[], tag: number, value: number[]) =>
      der(0x30, der(0x06, oid), der(tag, value));
    const subject = der(
      0x30,
      der(0x31, attribute([0x55, 4, 3], 0x13, chars("a")), attribute([0x55, 4, 0x41], 0x0c, chars("b"))),
      der(0x31, attribute([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 1], 0x16, chars("c@d"))),
      der(0x31, attribute([0x55, 4, 10], 0x1e, [0, 0x45, 0, 0xe9])),
    );
    expect(certificate(validity, subject)?.subject).toBe("CN=a + 2.5.4.65=b, emailAddress=c@d, O=Eé");
  });

  it.each(["4901010000Z", "490101000000", "491301000000Z", "490101000000+0100", "20490101000000Z"])(
    "with the time %s is none",
    (text) => {
      expect(certificate(der(0x30, utc(text), utc(text)), der(0x30))).toBeNull();
    },
  );
});
