import { UNITS } from "./format.ts";

const UNIT = new RegExp(`(\\d) (?=(?:%|${UNITS.map(([label]) => label).join("|")})(?!\\w))`, "g");

/** A text in which no line breaks between a number and its unit: "30 s", "50 %". */
export const unbroken = (text: string): string => text.replace(UNIT, "$1\u00a0");
