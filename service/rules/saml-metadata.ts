import { DOMParser, type Element, onErrorStopParsing } from "@xmldom/xmldom";

const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";

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

/**
 * What is wrong with the metadata of a SAML identity provider, as an ending of "idp_metadata …"; null when it is an
 * EntityDescriptor that says where to sign on (api.md, saml; family-facts §5, 7083). A document type is refused, and
 * with it every entity of its own: nothing is ever fetched or expanded.
 */
export function samlMetadataFault(xml: string): string | null {
  const document = parsed(xml);
  if (!document) return "must be well-formed XML: paste the provider’s metadata file as it is";
  if (document.doctype) return "must not have a DOCTYPE: take it out, SAML metadata has none";
  const root = document.documentElement;
  if (root?.localName === "EntitiesDescriptor") {
    return "must be one EntityDescriptor: take the provider’s own out of the EntitiesDescriptor";
  }
  if (root?.namespaceURI !== METADATA || root.localName !== "EntityDescriptor") {
    return `must have EntityDescriptor of ${METADATA} as its root`;
  }
  if (!root.getAttribute("entityID")?.trim()) return "must have an entityID on its EntityDescriptor";
  const provider = child(root, "IDPSSODescriptor");
  if (!provider) return "must hold an IDPSSODescriptor: this is not the metadata of an identity provider";
  const signOn = child(provider, "SingleSignOnService");
  if (!signOn?.getAttribute("Location")?.trim()) {
    return "must hold a SingleSignOnService with a Location in its IDPSSODescriptor";
  }
  return null;
}
