import { counted } from "#ui/format.ts";
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
    return `This file has ${counted(count, "provider")}. Paste only your EntityDescriptor.`;
  }
  if (/^html$/i.test(root.localName)) return "This is a web page. Download the metadata file itself.";
  return root.localName === "EntityDescriptor"
    ? "The SAML namespace is missing. Paste the original metadata file."
    : `This is not SAML metadata: it starts with <${root.nodeName}>.`;
}

/**
 * Reads the metadata of an identity provider. A DOCTYPE is refused before anything is parsed, wherever its name stands, so
 * no entity of its own is ever expanded; nothing is fetched.
 */
export function readMetadata(xml: string): ReadMetadata {
  if (/<!DOCTYPE/i.test(xml)) return { fault: "Remove the DOCTYPE. SAML metadata has none." };
  const root = rootOf(xml.trim());
  if (!root) return { fault: "Invalid XML. Paste the complete metadata file." };
  if (root.namespaceURI !== METADATA || root.localName !== "EntityDescriptor") {
    return { fault: strangerFault(root) };
  }
  const [provider] = children(root, METADATA, "IDPSSODescriptor");
  if (!provider) {
    const other = children(root, METADATA, "SPSSODescriptor").length > 0;
    return {
      fault: other
        ? "This is a service provider’s metadata. Paste your identity provider’s."
        : "This is not metadata of an identity provider: IDPSSODescriptor is missing.",
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
