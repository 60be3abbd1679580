import { DOMParser, type Element, onErrorStopParsing } from "@xmldom/xmldom";
import { xmlSize } from "#contract/modules/xml-size.ts";

const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";

/** Real metadata has about 10 levels, and hundreds of elements and attributes. */
const DEPTH_MAX = 64;
const PARTS_MAX = 4_000;

/** What XML 1.0 has no place for, not even by its number. */
const ILLEGAL = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
/** Files often begin with it; it is no part of the document (XML 1.0, 4.3.3). */
const BYTE_ORDER_MARK = /^\u{FEFF}/u;
const MARKUP = /&|<!--|<!\[CDATA\[|<\?/g;
const ENDS: Readonly<Record<string, string>> = { "<!--": "-->", "<![CDATA[": "]]>", "<?": "?>" };
const REFERENCE = /&(?:amp|lt|gt|quot|apos|#(\d+)|#x([0-9A-Fa-f]+));/y;
const CODE_POINT_MAX = 0x10_ffff;

function isLegal(codePoint: number): boolean {
  return codePoint <= CODE_POINT_MAX && !ILLEGAL.test(String.fromCodePoint(codePoint));
}

/** Whether every reference outside of comments and the like is one XML knows, to a character XML has: the parser takes any. */
function referencesAreLegal(xml: string): boolean {
  MARKUP.lastIndex = 0;
  for (let match = MARKUP.exec(xml); match; match = MARKUP.exec(xml)) {
    const end = ENDS[match[0]];
    if (end === undefined) {
      REFERENCE.lastIndex = match.index;
      const [, decimal, hex] = REFERENCE.exec(xml) ?? ["", "0"];
      if (decimal !== undefined && !isLegal(Number.parseInt(decimal, 10))) return false;
      if (hex !== undefined && !isLegal(Number.parseInt(hex, 16))) return false;
    } else {
      const at = xml.indexOf(end, MARKUP.lastIndex);
      if (at < 0) return false;
      MARKUP.lastIndex = at + end.length;
    }
  }
  return true;
}

function parsed(xml: string) {
  try {
    return new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, "application/xml");
  } catch {
    // The parser's own text quotes the document.
    return null;
  }
}

function child(element: Element, name: string): Element | undefined {
  return [...element.childNodes].find(
    (node): node is Element =>
      node.nodeType === node.ELEMENT_NODE &&
      (node as Element).namespaceURI === METADATA &&
      (node as Element).localName === name,
  );
}

/** Where browsers are sent, or messages: the addresses of the provider's services. */
function placesOf(provider: Element): string[] {
  return [...provider.childNodes]
    .filter((node): node is Element => node.nodeType === node.ELEMENT_NODE)
    .flatMap((service) => [service.getAttribute("Location"), service.getAttribute("ResponseLocation")])
    .filter((place) => place !== null);
}

function isWebUrl(place: string): boolean {
  const text = place.trim();
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/**
 * What is wrong with the metadata of a SAML identity provider, as an ending of "idp_metadata …"; null when it is an
 * EntityDescriptor that says where to sign on (api.md#saml; protocol-facts.md#saml, 7083). A document type is refused, and
 * with it every entity of its own: nothing is ever fetched or expanded.
 */
export function samlMetadataFault(xml: string): string | null {
  const size = xmlSize(xml, { depth: DEPTH_MAX, parts: PARTS_MAX });
  if (size === "doctype") return "must not have a DOCTYPE. Remove it";
  if (size === "deep") return `is nested too deep: up to ${DEPTH_MAX} levels`;
  if (size === "large") {
    return `has too many elements and attributes: up to ${PARTS_MAX}. Paste only your provider’s EntityDescriptor`;
  }
  const document = parsed(xml.replace(BYTE_ORDER_MARK, ""));
  if (!document) return "must be well-formed XML. Paste the provider’s metadata file unchanged";
  if (ILLEGAL.test(xml) || !referencesAreLegal(xml)) {
    return "has characters that XML doesn’t allow. Remove control characters and write & as &amp;";
  }
  const root = document.documentElement;
  if (root?.localName === "EntitiesDescriptor") {
    return "must be one EntityDescriptor. Copy your provider’s own from the EntitiesDescriptor";
  }
  if (root?.namespaceURI !== METADATA || root.localName !== "EntityDescriptor") {
    return `must have EntityDescriptor of ${METADATA} as its root`;
  }
  if (!root.getAttribute("entityID")?.trim()) return "must have an entityID on its EntityDescriptor";
  const provider = child(root, "IDPSSODescriptor");
  if (!provider) return "must contain an IDPSSODescriptor. This is not the metadata of an identity provider";
  const signOn = child(provider, "SingleSignOnService");
  if (!signOn?.getAttribute("Location")?.trim()) {
    return "must contain a SingleSignOnService with a Location in its IDPSSODescriptor";
  }
  if (placesOf(provider).some((place) => !isWebUrl(place))) {
    return "must have an absolute http or https URL as each Location of its IDPSSODescriptor";
  }
  return null;
}
