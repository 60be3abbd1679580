/** Decodes base64, line breaks and spaces in it or not; null when it is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll(/\s/g, "")), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
