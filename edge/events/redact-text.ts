import { isSecretName, REDACTED, redactPairs } from "./redact.ts";

type Told = (name: string) => void;

/** A body without the values of secret fields, where its type says how to find them; others stay as they are. */
export function redactText(bytes: Buffer, type: string, told: Told): Buffer {
  const kind = type.toLowerCase();
  // Latin-1 keeps every byte what it is.
  const text = bytes.toString("latin1");
  const clean = cleaned(text, kind, told);
  return clean === text ? bytes : Buffer.from(clean, "latin1");
}

function cleaned(text: string, kind: string, told: Told): string {
  if (kind.startsWith("application/x-www-form-urlencoded"))
    return redactPairs(`&${text}`, "address", told).slice(1);
  if (kind.startsWith("multipart/form-data")) return redactParts(text, told);
  return /^(?:application|text)\/(?:[\w.-]+\+)?json\b/.test(kind) ? redactJson(text, told) : text;
}

const PART = /(\bname="([^"\r\n]*)"[^\r\n]*(?:\r\n[^\r\n]+)*\r\n\r\n)([\s\S]*?)(?=\r\n--|$)/gi;

function redactParts(text: string, told: Told): string {
  return text.replaceAll(PART, (whole: string, head: string, name: string) => {
    if (!isSecretName(name)) return whole;
    told(name);
    return `${head}${REDACTED}`;
  });
}

const KEY = /"((?:[^"\\]|\\.)*)"\s*:\s*/g;

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
