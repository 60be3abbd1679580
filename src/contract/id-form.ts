/** The digits of an id, in their order; behind its prefix it has 27 of them (protocol-facts.md#identifiers). */
export const ID_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The lowest bits of what they spell are random; those above are the milliseconds since 1970. */
export const ID_RANDOM_BITS = 112n;
