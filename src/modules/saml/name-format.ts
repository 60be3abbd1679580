const FORMAT = /^urn:oasis:names:tc:SAML:([\d.]+):nameid-format:(.+)$/;

/** "persistent (SAML 2.0)": the name with the version whose URN it is. */
export function formatLabel(format: string): string {
  const [, version, name] = FORMAT.exec(format) ?? [];
  return name === undefined ? format : `${name} (SAML ${version})`;
}

/** The last part of a URN of name id formats: "emailAddress". Anything else is said whole. */
export function formatName(format: string): string {
  return FORMAT.exec(format)?.[2] ?? format;
}

/** The provider that metadata is of, found without parsing it: for one line about it. "" when there is none. */
export function entityOf(xml: string): string {
  return /<(?:[\w.-]+:)?EntityDescriptor\b[^>]*?\bentityID\s*=\s*["']([^"']+)["']/.exec(xml)?.[1] ?? "";
}
