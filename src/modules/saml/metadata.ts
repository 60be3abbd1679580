import { readCertificate, type Certificate } from "./certificate.ts";

const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
const SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
const BINDINGS = "urn:oasis:names:tc:SAML:2.0:bindings:";

/** Where a request is sent: the binding by its short name, `HTTP-Redirect`. */
export type Place = { binding: string; location: string };

/** A key that the provider signs with. `certificate` is null where what stands there is none. */
export type SigningKey = { certificate: Certificate | null };

/** What the metadata of an identity provider says (SAML 2.0 metadata, 2.3 and 2.4). */
export type IdpMetadata = {
  entityId: string;
  signOn: Place[];
  signOut: Place[];
  nameIdFormats: string[];
  keys: SigningKey[];
  /** RFC 3339, as the provider writes it; null when it sets none. */
  validUntil: string | null;
  /** Whether it wants login requests to be signed. */
  wantsSigned: boolean;
};

/** What was read, or why there is nothing: what to do instead. */
export type ReadMetadata = { metadata: IdpMetadata } | { fault: string };

const text = (value: string | null | undefined) => value?.trim() ?? "";

function children(parent: Element, namespace: string, name: string): Element[] {
  return [...parent.children].filter((one) => one.namespaceURI === namespace && one.localName === name);
}

function placesOf(provider: Element, name: string): Place[] {
  return children(provider, METADATA, name).map((one) => {
    const binding = text(one.getAttribute("Binding"));
    return {
      binding: binding.startsWith(BINDINGS) ? binding.slice(BINDINGS.length) : binding,
      location: text(one.getAttribute("Location")),
    };
  });
}

/** Keys of signing; one without a use is for everything. */
function keysOf(provider: Element): SigningKey[] {
  return children(provider, METADATA, "KeyDescriptor")
    .filter((key) => key.getAttribute("use") !== "encryption")
    .flatMap((key) => [...key.getElementsByTagNameNS(SIGNATURE, "X509Certificate")])
    .map((one) => ({ certificate: readCertificate(text(one.textContent)) }));
}

function rootOf(xml: string): Element | null {
  const document = new DOMParser().parseFromString(xml, "application/xml");
  const failed = document.querySelector("parsererror") !== null || document.doctype !== null;
  return failed ? null : document.documentElement;
}

/** What a document is that has no EntityDescriptor as its root. */
function strangerFault(root: Element): string {
  const inMetadata = root.namespaceURI === METADATA;
  if (inMetadata && root.localName === "EntitiesDescriptor") {
    const count = root.getElementsByTagNameNS(METADATA, "EntityDescriptor").length;
    return `It holds ${count} entities in an EntitiesDescriptor: take the EntityDescriptor of your provider out of it.`;
  }
  if (/^html$/i.test(root.localName))
    return "It is a web page: save the metadata itself, not the page around it.";
  return `It begins with <${root.nodeName}>, not with an EntityDescriptor of ${METADATA}.`;
}

/**
 * Reads the metadata of an identity provider. A DOCTYPE is refused before anything is parsed, wherever its name stands, so
 * no entity of its own is ever expanded; nothing is fetched.
 */
export function readMetadata(xml: string): ReadMetadata {
  if (/<!DOCTYPE/i.test(xml)) return { fault: "It has a DOCTYPE: take it out, SAML metadata has none." };
  const root = rootOf(xml.trim());
  if (!root)
    return { fault: "It is not well-formed XML: paste the provider’s metadata file as it is, whole." };
  if (root.namespaceURI !== METADATA || root.localName !== "EntityDescriptor") {
    return { fault: strangerFault(root) };
  }
  const [provider] = children(root, METADATA, "IDPSSODescriptor");
  if (!provider) {
    const other = children(root, METADATA, "SPSSODescriptor").length > 0;
    return {
      fault: other
        ? "It is the metadata of a service provider: take that of the identity provider."
        : "It holds no IDPSSODescriptor, so it is not the metadata of an identity provider.",
    };
  }
  return {
    metadata: {
      entityId: text(root.getAttribute("entityID")),
      signOn: placesOf(provider, "SingleSignOnService"),
      signOut: placesOf(provider, "SingleLogoutService"),
      nameIdFormats: children(provider, METADATA, "NameIDFormat").map((one) => text(one.textContent)),
      keys: keysOf(provider),
      validUntil: text(root.getAttribute("validUntil")) || text(provider.getAttribute("validUntil")) || null,
      wantsSigned: /^(true|1)$/.test(text(provider.getAttribute("WantAuthnRequestsSigned"))),
    },
  };
}
