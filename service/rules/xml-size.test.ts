// Cause: SAML metadata of 18,000 nested elements was parsed for 0.7 s, with namespaces for 1.4 s, while nobody else was
// served. Law: what is sent is bounded before anything works on it, and refused at once.
import { DOMParser, type Element, onErrorStopParsing } from "@xmldom/xmldom";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { samlContract } from "#contract/modules/saml.ts";
import { samlMetadataFault } from "./saml-metadata.ts";
import { xmlSize } from "#contract/modules/xml-size.ts";

const BOUNDS = { depth: 3, parts: 8 };

/** Levels and parts as the parser has them; null where it refuses the document. */
function parsed(xml: string): { depth: number; parts: number } | null {
  const measure = (element: Element): { depth: number; parts: number } => {
    const inner = [...element.childNodes].filter((node): node is Element => node.nodeType === 1).map(measure);
    return {
      depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
      parts: 1 + element.attributes.length + inner.reduce((sum, { parts }) => sum + parts, 0),
    };
  };
  try {
    const { documentElement } = new DOMParser({ onError: onErrorStopParsing }).parseFromString(
      xml,
      "text/xml",
    );
    return documentElement && measure(documentElement);
  } catch {
    return null;
  }
}

const part = fc.constantFrom(
  "<a>",
  "</a>",
  "<a/>",
  "<a b='>'>",
  '<a b="/>" c="">',
  "<!-- </a> -->",
  "<![CDATA[</a>]]>",
  "<?p </a>?>",
  "<a><a><a>",
  "</a></a></a>",
  "<",
  ">",
  "'",
  '"',
  "x",
  "</a",
  "<!",
  "-->",
  "<!DOCTYPE a>",
  "<!DOCTYPE a [<!ENTITY b '</a>'>]>",
  "<a <b>",
);

describe("the size of XML", () => {
  it("is never told too small: what the parser takes is within the bounds, or has been refused", () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.boolean(), (parts, wrapped) => {
        const xml = wrapped ? `<a>${parts.join("")}</a>` : parts.join("");
        const size = parsed(xml);
        if (size === null || xmlSize(xml, BOUNDS) !== "fits") return;
        taken += 1;
        expect(size.depth).toBeLessThanOrEqual(BOUNDS.depth);
        expect(size.parts).toBeLessThanOrEqual(BOUNDS.parts);
      }),
      { numRuns: 2000 },
    );
    expect(taken).toBeGreaterThan(50);
  });

  it("is never told too large where the elements are within the bounds", () => {
    const tree = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.constant("<a b='/>'/>"),
        fc.array(tie("node"), { maxLength: 3 }).map((inner) => `<a>x${inner.join("")}</a>`),
      ),
    })).node;
    fc.assert(
      fc.property(tree, (xml) => {
        const { depth, parts } = parsed(xml)!;
        expect(xmlSize(xml, { depth, parts: parts * 2 })).toBe("fits");
        expect(xmlSize(xml, { depth: depth - 1, parts: parts * 2 })).toBe("deep");
      }),
    );
  });

  const inside = (text: string) =>
    samlContract.example.idp_metadata.replace("</EntityDescriptor>", `${text}</EntityDescriptor>`);
  const many = (count: number, text: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => text(i)).join("");
  it.each([
    ["nested elements", `${"<a>".repeat(18_000)}${"</a>".repeat(18_000)}`, "nested too deep"],
    ["open elements", "<a>".repeat(43_000), "nested too deep"],
    ["nested namespaces", many(5_000, (i) => `<a xmlns:n${i}="u">`), "nested too deep"],
    ["siblings", "x<a/>".repeat(26_000), "too many elements"],
    ["comments", "<!---->".repeat(18_000), "too many elements"],
    ["attributes", `<a ${many(9_000, (i) => `xmlns:a${i}="u" `)}/>`, "too many elements"],
    ["open comments", "<!--".repeat(32_000), "well-formed"],
    ["open tags", "<".repeat(130_000), "well-formed"],
    ["open quotes", `<a b='`.repeat(20_000), "well-formed"],
    ["references", "&#65;".repeat(26_000), "nothing"],
  ])("%s of 130 kB are decided within 0.2 s of processor time", (_, text, fault) => {
    const before = process.cpuUsage();
    const told = samlMetadataFault(inside(text));
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(200);
    expect(told ?? "nothing").toContain(fault);
  });
});
