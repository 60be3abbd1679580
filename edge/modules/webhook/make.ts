import type { Hmac } from "./scheme.ts";

/** HMAC with SHA-256 of the body in hex, where `more` says nothing else. `header` = the one with signatures, in lower case. */
export const hmac = (docs: string, header: string | readonly string[], more: Partial<Hmac> = {}): Hmac => ({
  by: "hmac",
  docs,
  in: [header].flat().map((name) => `header:${name}`),
  ...more,
});

/** Time and signatures as pairs of one header. */
export const pairs = (
  docs: string,
  header: string,
  [time, signature]: readonly [string, string],
  more: Partial<Hmac> = {},
): Hmac =>
  hmac(docs, header, {
    after: `${signature}=`,
    signed: `{pair:${header}.${time}}.{body}`,
    time: `pair:${header}.${time}`,
    ...more,
  });

/** The time in a header of its own: `{time}` of what is signed. */
export const stamped = (
  docs: string,
  header: string | readonly string[],
  time: string,
  signed: string,
  more: Partial<Hmac> = {},
): Hmac =>
  hmac(docs, header, {
    signed: signed.replace("{time}", `{header:${time}}`),
    time: `header:${time}`,
    ...more,
  });

/** Standard Webhooks: `prefix` = that of its three headers. */
export const standard = (docs: string, prefix: string): Hmac =>
  stamped(docs, `${prefix}-signature`, `${prefix}-timestamp`, `{header:${prefix}-id}.{time}.{body}`, {
    after: "v1,",
    between: " ",
    as: "base64",
    key: "standard",
    tolerance: 300,
  });

export const BASE64 = { as: "base64" } as const;
export const SHA1 = { hash: "sha1" } as const;
/** As GitHub and those who followed it write a signature. */
export const HUB = { after: "sha256=" } as const;
