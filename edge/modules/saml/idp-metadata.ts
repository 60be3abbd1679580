import { X509Certificate } from "node:crypto";
import type { Element } from "@xmldom/xmldom";
import { NotApplicable } from "../compiled.ts";
import { attributeOf, readXml, SIGNATURE } from "./xml.ts";

const METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
const BINDINGS = "urn:oasis:names:tc:SAML:2.0:bindings:";

/** What the edge needs to know of an identity provider. */
export type Idp = {
  entityId: string;
  /** Where visitors are sent to sign in, by HTTP-Redirect. */
  signOn: string;
  /** Where they sign out, by HTTP-Redirect; null where the provider has no such place. */
  signOut: { request: string; response: string } | null;
  /** What it signs with. A provider that changes its key publishes both. */
  certificates: readonly X509Certificate[];
};

/**
 * Reads the metadata of an identity provider, which was checked when it was set.
 *
 * @throws NotApplicable where nobody could sign in by it.
 */
export function readIdp(xml: string): Idp {
  const root = readXml(xml)?.documentElement;
  const [provider] = root ? children(root, METADATA, "IDPSSODescriptor") : [];
  if (!root || !provider) throw new NotApplicable("The stored metadata can’t be read");
  const signOn = redirectPlace(provider, "SingleSignOnService");
  if (!signOn) throw new NotApplicable("The identity provider has no sign-on URL with HTTP-Redirect");
  const certificates = children(provider, METADATA, "KeyDescriptor")
    .filter((key) => key.getAttribute("use") !== "encryption")
    .flatMap((key) => [...key.getElementsByTagNameNS(SIGNATURE, "X509Certificate")])
    .flatMap((one) => certificateOf(one.textContent ?? ""));
  if (certificates.length === 0)
    throw new NotApplicable("The identity provider has no signing certificate that can be read");
  return {
    entityId: attributeOf(root, "entityID"),
    signOn: signOn.request,
    signOut: redirectPlace(provider, "SingleLogoutService"),
    certificates,
  };
}

/** Those that are valid now, in PEM: one that has expired proves nothing. */
export function validCertificates({ certificates }: Idp, now: number): string[] {
  return certificates
    .filter((one) => Date.parse(one.validFrom) <= now && now <= Date.parse(one.validTo))
    .map((one) => one.toString());
}

function children(parent: Element, namespace: string, name: string): Element[] {
  return [...parent.childNodes].filter(
    (node): node is Element =>
      node.nodeType === node.ELEMENT_NODE &&
      (node as Element).namespaceURI === namespace &&
      (node as Element).localName === name,
  );
}

function redirectPlace(provider: Element, name: string): { request: string; response: string } | null {
  const one = children(provider, METADATA, name).find(
    (service) => attributeOf(service, "Binding") === `${BINDINGS}HTTP-Redirect`,
  );
  const request = one ? attributeOf(one, "Location") : "";
  return one && isWebUrl(request)
    ? { request, response: attributeOf(one, "ResponseLocation") || request }
    : null;
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function certificateOf(base64: string): X509Certificate[] {
  try {
    return [new X509Certificate(Buffer.from(base64, "base64"))];
  } catch {
    return [];
  }
}
