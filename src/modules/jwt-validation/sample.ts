import { isJsonObject } from "#forms/json.ts";
import { readJson } from "#forms/raw.ts";

/** One field of a request that may hold a token. */
export type Carrier = { method: "header" | "body"; name: string; value: string };

/** What was pasted: a token on its own, or the fields of a request it was sent in. */
export type PastedSample = { token: string } | { carriers: Carrier[] };

const HEADER_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*)$/;

const REQUEST_LINE = /^[A-Z]+ \S+(?: HTTP\/[\d.]+)?$/;
/** What `curl -v` puts before what it sends, what it received and what it says. */
const VERBOSE = /^[>] ?/;
const VERBOSE_OTHER = /^(?:[<*{}] ?|\* )/;
/** An option of curl with its value: in single quotes, in double quotes or bare. */
const curlOption = (names: string) =>
  new RegExp(String.raw`(?:^|\s)(?:${names})[ =]?\s*(?:\$?'([^']*)'|"((?:\\.|[^"\\])*)"|(\S+))`, "g");
const CURL_HEADER = curlOption("-H|--header");
const CURL_DATA = curlOption("-d|--data(?:-raw|-binary|-urlencode|-ascii)?|--json");

/**
 * Tells what somebody pasted: a whole request, header lines ("Authorization: Bearer …"), what `curl -v` prints, a curl
 * command, a JSON or form body, or the token alone. A token alone may be wrapped over lines.
 */
export function readSample(pasted: string): PastedSample {
  const text = plain(pasted.trim());
  const command = /^(?:\$ )?curl(?:\.exe)?\s|^(?:-H|--header)\b/.test(text) ? commandOf(text) : null;
  if (command) return { carriers: command };
  const [head = "", ...body] = text.split(/\r?\n[ \t]*\r?\n/);
  const [first = "", ...fields] = head.split(/\r?\n/);
  if (REQUEST_LINE.test(first.trim())) {
    const sent = body.length > 0 ? bodyOf(body.join("\n\n").trim()) : null;
    const headers = fields.flatMap((line) => headerOf(line) ?? []);
    return { carriers: [...headers, ...(sent?.carriers ?? [])] };
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const headers = lines.map(headerOf);
  if (lines.length > 0 && headers.every((header) => header !== null)) return { carriers: headers };
  return bodyOf(text) ?? { token: text.replaceAll(/\s*\n\s*/g, "") };
}

function headerOf(line: string): Carrier | null {
  const match = HEADER_LINE.exec(line.trim());
  return match ? { method: "header", name: match[1] ?? "", value: (match[2] ?? "").trimEnd() } : null;
}

/** Without the marks of `curl -v`, and without what it received and says. */
function plain(text: string): string {
  const lines = text.split(/\r?\n/);
  if (!lines.some((line) => VERBOSE.test(line))) return text;
  return lines
    .filter((line) => !VERBOSE_OTHER.test(line))
    .map((line) => line.replace(VERBOSE, ""))
    .join("\n")
    .trim();
}

/** Headers and body that a curl command sends; null when it names none. */
function commandOf(text: string): Carrier[] | null {
  const line = text.replaceAll(/\s*[\\^`]\r?\n\s*/g, " ");
  const named = (option: RegExp) =>
    [...line.matchAll(option)].map(
      ([, single, double, bare]) => single ?? double?.replaceAll(/\\(["\\$`])/g, "$1") ?? bare ?? "",
    );
  const headers = named(CURL_HEADER).flatMap((header) => headerOf(header) ?? []);
  const body = named(CURL_DATA).join("&");
  const carriers = [...headers, ...(bodyOf(body)?.carriers ?? [])];
  return carriers.length > 0 ? carriers : null;
}

function bodyOf(text: string): { carriers: Carrier[] } | null {
  if (text.startsWith("{")) {
    const read = readJson(text);
    return "value" in read && isJsonObject(read.value)
      ? { carriers: texts(Object.entries(read.value)) }
      : null;
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
