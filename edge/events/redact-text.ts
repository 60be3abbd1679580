import { redactMarkup } from "./redact-markup.ts";
import { isSecretName, REDACTED } from "./redact.ts";
import { redactPairs } from "./redact-pairs.ts";

type Told = (name: string) => void;

const NO_TEXT = /^(?:image\/(?!svg)|audio\/|video\/|font\/)/;

/**
 * A body without the values of secret fields. Its type may say something else than what it is, so every text is looked through
 * as JSON, as markup, and for addresses. Takes time in proportion to the body.
 */
export function redactText(bytes: Buffer, type: string, told: Told): Buffer {
  const kind = type.toLowerCase();
  if (NO_TEXT.test(kind)) return bytes;
  // Latin-1 keeps every byte what it is.
  const text = bytes.toString("latin1");
  const clean = cleaned(text, kind, told);
  return clean === text ? bytes : Buffer.from(clean, "latin1");
}

function cleaned(text: string, kind: string, told: Told): string {
  if (kind.startsWith("application/x-www-form-urlencoded")) return redactPairs(text, "address", told);
  if (kind.startsWith("multipart/form-data")) return redactParts(text, told);
  return anyText(text, kind.includes("html"), told);
}

const anyText = (text: string, html: boolean, told: Told): string =>
  redactPairs(redactMarkup(redactJson(text, told), html, told), "body", told);

const HEAD_END = "\r\n\r\n";

function redactParts(text: string, told: Told): string {
  // The first line is the boundary. What is in a value may look like one.
  const boundary = `\r\n${/^--[^\r\n]+/.exec(text)?.[0] ?? "--"}`;
  const parts = text.split(boundary).map((part) => {
    const end = part.indexOf(HEAD_END);
    if (end < 0) return part;
    const head = part.slice(0, end + HEAD_END.length);
    const name = /\bname="?([^"\r\n;]*)/i.exec(head)?.[1] ?? "";
    if (!isSecretName(name)) return head + anyText(part.slice(head.length), false, told);
    told(name);
    return head + REDACTED;
  });
  return parts.join(boundary);
}

// A key of JSON is not longer than this; without a limit, quotes that never end would take the square of their number.
const KEY = /"((?:[^"\\]|\\.){0,200})"\s*:\s*/g;

/** Also of JSON that was cut off in the middle. */
function redactJson(text: string, told: Told): string {
  let clean = "";
  let from = 0;
  KEY.lastIndex = 0;
  for (let key = KEY.exec(text); key; key = KEY.exec(text)) {
    const name = key[1] ?? "";
    if (!isSecretName(name)) continue;
    told(name);
    const end = endOfValue(text, KEY.lastIndex);
    clean += `${text.slice(from, KEY.lastIndex)}"${REDACTED}"`;
    from = end;
    KEY.lastIndex = end;
  }
  return clean + text.slice(from);
}

/** Where the JSON value that begins here ends, or the text does. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      at += 1;
      while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
      if (depth === 0) return Math.min(at + 1, text.length);
    } else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (sign === "," || sign === "\n")) return at;
  }
  return text.length;
}
