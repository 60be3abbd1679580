import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samlContract } from "#contract/modules/saml.ts";
import { samlMetadataFault } from "./saml-metadata.ts";

describe("SAML metadata", () => {
  const good = samlContract.example.idp_metadata;

  it("is an EntityDescriptor with a place to sign on, prefixed or not, with a declaration or not", () => {
    expect(samlMetadataFault(good)).toBeNull();
    expect(samlMetadataFault(`<?xml version="1.0"?>\n${good}\n`)).toBeNull();
    const prefixed = good.replaceAll(/<(\/?)(?=[EIS])/g, "<$1md:").replace("xmlns=", "xmlns:md=");
    expect(samlMetadataFault(prefixed)).toBeNull();
  });

  it.each([
    ["not XML", "must be well-formed"],
    ["<EntityDescriptor>", "must be well-formed"],
    [`${good}<more/>`, "must be well-formed"],
    ['<a b="1" b="2"/>', "must be well-formed"],
    [good.replace("idp.example.com/sso", "&nothing;"), "must be well-formed"],
    [good.replace(/xmlns="[^"]*"/, ""), "as its root"],
    [good.replaceAll("EntityDescriptor", "EntitiesDescriptor"), "must be one EntityDescriptor"],
    [good.replace(/entityID="[^"]*"/, ""), "entityID"],
    [good.replaceAll("IDPSSODescriptor", "SPSSODescriptor"), "IDPSSODescriptor"],
    [good.replace(/ Location="[^"]*"/, ""), "SingleSignOnService"],
  ])("refuses %s", (xml, fault) => {
    expect(samlMetadataFault(xml)).toContain(fault);
  });

  it("may begin with a byte order mark, as files do, with or without a declaration", () => {
    // Cause: the parser took the mark for text before the root. Law: XML 1.0, 4.3.3: it is no part of the document.
    for (const xml of [good, `<?xml version="1.0" encoding="UTF-8"?>${good}`]) {
      expect(samlMetadataFault(`\uFEFF${xml}`)).toBeNull();
      expect(samlMetadataFault(`\uFEFF\uFEFF${xml}`)).toContain("well-formed");
    }
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "/sso",
    "//idp.example.com",
    "https://",
    "ftp://idp.example.com/",
  ])("sends nobody to %s, whatever the service", (place) => {
    // Cause: any text was a Location. Law: browsers are sent there (SAML 2.0 metadata, 2.2.2); what is refused says how
    // to mend it.
    const at = good.replace("https://idp.example.com/sso", place);
    const more = (name: string) => good.replace("</IDPSSODescriptor>", `${name}</IDPSSODescriptor>`);
    expect(samlMetadataFault(at)).toContain("http or https");
    expect(samlMetadataFault(more(`<SingleLogoutService Location="${place}"/>`))).toContain("http or https");
    const answer = `<SingleLogoutService Location="https://idp.example.com/slo" ResponseLocation="${place}"/>`;
    expect(samlMetadataFault(more(answer))).toContain("http or https");
  });

  const named = (text: string) =>
    good.replace("https://idp.example.com/sso", `https://idp.example.com/${text}`);
  const inside = (text: string) => good.replace("</EntityDescriptor>", `${text}</EntityDescriptor>`);

  it.each([
    "&#x0;",
    "&#0;",
    "&#00;",
    "&#1;",
    "&#x1F;",
    "&#xD800;",
    "&#xFFFE;",
    "&#xFFFF;",
    "&#x110000;",
    "&#x99999999999999999999;",
    "&#;",
    "&",
    "\u0001",
    "\uFFFF",
  ])("refuses %j, which XML has no place for, wherever it stands", (text) => {
    // Cause: the parser takes any reference. Law: SAML metadata is parsed as XML (XML 1.0, 2.2 and 4.1).
    for (const xml of [named(text), inside(text)])
      expect(samlMetadataFault(xml)).toContain("that XML doesn’t allow");
  });

  it.each(["&amp;", "&#9;", "&#10;", "&#x20;", "&#xe9;", "&#x1F600;", "&#x10FFFF;", "&quot;", "é"])(
    "takes %j",
    (text) => {
      for (const xml of [named(text), inside(text)]) expect(samlMetadataFault(xml)).toBeNull();
    },
  );

  it.each(["<!-- &#0; & -->", "<![CDATA[&#0; &]]>", "<?note &#0; &?>"])(
    "takes %s: it refers to nothing",
    (text) => {
      expect(samlMetadataFault(inside(text))).toBeNull();
      expect(samlMetadataFault(inside(`${text}&#0;`))).toContain("that XML doesn’t allow");
    },
  );

  it("takes exactly the characters XML has", () => {
    fc.assert(
      fc.property(fc.nat(0x120000), fc.boolean(), (code, hex) => {
        const legal =
          [9, 10, 13].includes(code) ||
          (code >= 0x20 && code <= 0xd7ff) ||
          (code >= 0xe000 && code <= 0xfffd) ||
          (code >= 0x10000 && code <= 0x10ffff);
        const text = hex ? `&#x${code.toString(16)};` : `&#${code};`;
        expect(samlMetadataFault(named(`a${text}`)) === null).toBe(legal);
      }),
    );
  });

  it("never has entities of its own: neither outside files, nor expansions", () => {
    const outside = `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${good}`;
    const laughs = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${good.replace("https://idp.example.com/sso", "&b;")}`;
    for (const xml of [outside, laughs]) expect(samlMetadataFault(xml)).toMatch(/DOCTYPE|well-formed/);
    expect(samlMetadataFault(outside)).toContain("DOCTYPE");
  });

  it("may be anything else, however deep, and is answered", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(good.length), (noise, at) => {
        const fault = samlMetadataFault(good.slice(0, at) + noise + good.slice(at));
        expect(fault ?? "must ").toMatch(/^(?:must|has) /);
      }),
    );
    const deep = 20_000;
    expect(samlMetadataFault("<a>".repeat(deep) + "</a>".repeat(deep))).toContain("nested too deep");
  });
});
