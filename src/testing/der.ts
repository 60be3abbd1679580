/** A value of DER from its tag and the values in it. Up to 65535 bytes. */
export function der(tag: number, ...parts: readonly (readonly number[])[]): number[] {
  const content = parts.flat();
  const { length } = content;
  if (length < 128) return [tag, length, ...content];
  return [tag, 0x82, length >> 8, length & 0xff, ...content];
}

/** The codes of a text's characters, which must be Latin-1. */
export function chars(text: string): number[] {
  return Array.from(text, (char) => char.charCodeAt(0));
}

/** The head of a certificate up to its key, in base64: unsigned, without a version. Both arguments are DER. */
export function certificateHead(validity: number[], subject: number[]): string {
  const rest = [der(0x02, [1]), der(0x30), der(0x30), validity, subject, der(0x30)];
  return btoa(String.fromCharCode(...der(0x30, der(0x30, ...rest))));
}

/** A validity from two times in GeneralizedTime. */
export function validityOf(notBefore: Date, notAfter: Date): number[] {
  const time = (date: Date) => der(0x18, chars(`${date.toISOString().replaceAll(/[-:T]|\..*/g, "")}Z`));
  return der(0x30, time(notBefore), time(notAfter));
}

/** A name with one common name. */
export function commonName(text: string): number[] {
  return der(0x30, der(0x31, der(0x30, der(0x06, [0x55, 4, 3]), der(0x0c, chars(text)))));
}
