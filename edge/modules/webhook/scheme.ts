/** A signature with a shared secret, as data. Texts in braces are parts of the message (parts.ts). */
export type Hmac = {
  by: "hmac";
  /** The provider's documentation. */
  docs: string;
  /** Parts that hold signatures; one that matches is enough, as while a secret is exchanged. */
  in: readonly string[];
  /** What stands before each signature. */
  after?: string;
  /** What stands between them. */
  between?: "," | " ";
  hash?: "sha1" | "sha256" | "sha512";
  as?: "hex" | "base64";
  /** What the secret is: a text, base64, or base64 that may begin with `whsec_`. */
  key?: "text" | "base64" | "standard";
  signed?: string;
  /** The part that says when it was signed, in seconds or milliseconds since 1970, or as a date of ISO 8601. */
  time?: string;
  /** How far that may be from now, either way, in seconds. */
  tolerance?: number;
  /** It is signed with something that no other message has, so that it is taken once even without a time. */
  nonce?: true;
};

/** The secret itself, in a header. */
export type Token = { by: "token"; docs: string; header: string };

/** User and password (RFC 7617). The secret is `user::password` or `user:password`. */
type Basic = { by: "basic"; docs: string };

/** ECDSA on P-256, with the public key as the secret. */
export type Ecdsa = {
  by: "ecdsa";
  docs: string;
  header: string;
  signed: string;
  time: string;
  tolerance?: number;
};

/** RSA, with the certificate that the message names. */
export type Certificate = { by: "certificate"; docs: string; tolerance: number };

export type Scheme = Hmac | Token | Basic | Ecdsa | Certificate;

/** In seconds, where a provider names none (protocol-facts.md#webhook-verification). */
export const TOLERANCE = 180;

/** What was found: why it is not proved (`absent`: there is nothing that could), or what tells it from others. */
export type Proof =
  | { why: string; absent?: true }
  | {
      why: null;
      /** By this process's clock, in milliseconds, while it counts as new; null = for ever. */
      until: number | null;
      /** When the same message may have come first, in milliseconds; null = at any time. */
      since: number | null;
      /** The same for the same message; null where another one could have it too. */
      id: string | null;
    };
