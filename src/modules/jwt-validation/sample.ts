import { isJsonObject } from "#forms/json.ts";

/** One field of a request that may hold a token. */
export type Carrier = { method: "header" | "body"; name: string; value: string };

/** What was pasted: a token on its own, or the fields of a request it was sent in. */
export type PastedSample = { token: string } | { carriers: Carrier[] };

const HEADER_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*)$/;

/**
 * Tells what somebody pasted: header lines ("Authorization: Bearer …"), a JSON or form body, or the token alone. A token
 * alone may be wrapped over lines.
 */
export function readSample(pasted: string): PastedSample {
  const text = pasted.trim();
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const headers = lines.map((line) => HEADER_LINE.exec(line.trim()));
  if (lines.length > 0 && headers.every((match) => match !== null)) {
    return {
      carriers: headers.map(([, name = "", value = ""]) => ({
        method: "header",
        name,
        value: value.trimEnd(),
      })),
    };
  }
  return bodyOf(text) ?? { token: text.replaceAll(/\s*\n\s*/g, "") };
}

function bodyOf(text: string): PastedSample | null {
  if (text.startsWith("{")) {
    try {
      const body: unknown = JSON.parse(text);
      if (isJsonObject(body)) return { carriers: texts(Object.entries(body)) };
    } catch {
      return null;
    }
  }
  if (/^[^\s=&]+=/.test(text)) return { carriers: texts([...new URLSearchParams(text)]) };
  return null;
}

function texts(entries: [string, unknown][]): Carrier[] {
  return entries.flatMap(([name, value]) =>
    typeof value === "string" ? [{ method: "body" as const, name, value }] : [],
  );
}

/** A field's value without its prefix, and whether it had it. */
export function stripPrefix(value: string, prefix: string): { rest: string; had: boolean } {
  return value.startsWith(prefix)
    ? { rest: value.slice(prefix.length), had: true }
    : { rest: value, had: false };
}
