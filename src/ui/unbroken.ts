/** A text that never breaks between a number and its unit: "10 s, 1 min". */
export const unbroken = (text: string): string => text.replaceAll(/(\d) (?=(?:ms|s|min|h|d)\b)/g, "$1\u00A0");
