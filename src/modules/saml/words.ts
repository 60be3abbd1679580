/** The last part of a URN of name id formats: "emailAddress". Anything else is said whole. */
export function formatName(format: string): string {
  return /^urn:oasis:names:tc:SAML:[\d.]+:nameid-format:(.+)$/.exec(format)?.[1] ?? format;
}

/** The provider that metadata is of, found without parsing it: for one line about it. "" when there is none. */
export function entityOf(xml: string): string {
  return /<(?:[\w.-]+:)?EntityDescriptor\b[^>]*?\bentityID\s*=\s*["']([^"']+)["']/.exec(xml)?.[1] ?? "";
}
