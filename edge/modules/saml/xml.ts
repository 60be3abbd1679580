import { DOMParser, type Document, type Element, onErrorStopParsing } from "@xmldom/xmldom";

/** Namespace of signatures in XML. */
export const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";

/** A document without entities of its own; null where it is not well-formed. */
export function readXml(xml: string): Document | null {
  try {
    return new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml.trim(), "application/xml");
  } catch {
    // The parser's own text quotes the document.
    return null;
  }
}

/** "" where there is no such element or attribute. */
export function attributeOf(element: Element | null | undefined, name: string): string {
  return element?.getAttribute(name)?.trim() ?? "";
}
