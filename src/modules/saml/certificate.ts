import { fromBase64 } from "../kit/base64.ts";

/** What of a certificate matters here. Times are RFC 3339. */
export type Certificate = { subject: string; notBefore: string; notAfter: string };

/** One value of DER: its tag, its whole extent and that of its content. */
type Value = { tag: number; start: number; end: number };

const SEQUENCE = 0x30;
const SET = 0x31;
const OID = 0x06;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
/** The context tag [0] of tbsCertificate, which holds the version. */
const VERSION = 0xa0;

/** Short names of the attributes that subjects are made of (RFC 4514, 3; RFC 5280, appendix A). */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  "2.5.4.3": "CN",
  "2.5.4.5": "serialNumber",
  "2.5.4.6": "C",
  "2.5.4.7": "L",
  "2.5.4.8": "ST",
  "2.5.4.10": "O",
  "2.5.4.11": "OU",
  "0.9.2342.19200300.100.1.25": "DC",
  "1.2.840.113549.1.9.1": "emailAddress",
};

const TEXTS: Readonly<Record<number, string>> = { 0x0c: "utf-8", 0x14: "latin1", 0x1e: "utf-16be" };

/** Not a certificate: said to whoever reads one, never shown. */
class NotDer extends Error {}

function fail(): never {
  throw new NotDer();
}

/** The value that begins at `at`. Lengths are definite and end inside of `within`. */
function valueAt(bytes: Uint8Array, at: number, within: number): Value {
  const tag = bytes[at] ?? fail();
  const first = bytes[at + 1] ?? fail();
  // A tag of more than one byte, or an indefinite length, stands nowhere in a certificate's head.
  if ((tag & 0x1f) === 0x1f || first === 0x80) fail();
  const size = first < 0x80 ? 0 : first & 0x7f;
  if (size > 4) fail();
  let length = size === 0 ? first : 0;
  for (let i = 0; i < size; i++) length = length * 256 + (bytes[at + 2 + i] ?? fail());
  const start = at + 2 + size;
  const end = start + length;
  return end <= within ? { tag, start, end } : fail();
}

/** The values inside a value, which must have this tag. */
function valuesIn(bytes: Uint8Array, outer: Value, tag: number): Value[] {
  if (outer.tag !== tag) fail();
  const values: Value[] = [];
  for (let at = outer.start; at < outer.end;) {
    const value = valueAt(bytes, at, outer.end);
    values.push(value);
    at = value.end;
  }
  return values;
}

function oidOf(bytes: Uint8Array, { tag, start, end }: Value): string {
  if (tag !== OID || start === end) fail();
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of bytes.subarray(start, end)) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [both = 0, ...rest] = arcs;
  const top = Math.min(2, Math.floor(both / 40));
  return [top, both - top * 40, ...rest].join(".");
}

function textOf(bytes: Uint8Array, { tag, start, end }: Value): string {
  return new TextDecoder(TEXTS[tag] ?? "utf-8").decode(bytes.subarray(start, end));
}

/** "CN=idp.example.com, O=Example", in the order of the certificate; "" for an empty name. */
function nameOf(bytes: Uint8Array, name: Value): string {
  const parts = valuesIn(bytes, name, SEQUENCE).map((set) =>
    valuesIn(bytes, set, SET)
      .map((attribute) => {
        const [type = fail(), value = fail()] = valuesIn(bytes, attribute, SEQUENCE);
        const oid = oidOf(bytes, type);
        return `${ATTRIBUTES[oid] ?? oid}=${textOf(bytes, value)}`;
      })
      .join(" + "),
  );
  return parts.join(", ");
}

const TIME = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;

/** A time of a certificate: always UTC and to the second; years of two digits are 1950 to 2049 (RFC 5280, 4.1.2.5). */
function timeOf(bytes: Uint8Array, value: Value): string {
  if (value.tag !== UTC_TIME && value.tag !== GENERALIZED_TIME) fail();
  const [, year = "", ...parts] = TIME.exec(textOf(bytes, value)) ?? fail();
  if (year.length !== (value.tag === UTC_TIME ? 2 : 4)) fail();
  const century = year.length === 4 ? "" : Number(year) < 50 ? "20" : "19";
  const [month, day, hour, minute, second] = parts;
  const time = `${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  return Number.isNaN(Date.parse(time)) ? fail() : time;
}

/**
 * Reads subject and validity of an X.509 certificate (RFC 5280) from its base64, as metadata holds it, or its PEM. Nothing
 * is verified. Null when it is none.
 */
export function readCertificate(base64: string): Certificate | null {
  try {
    const bytes = fromBase64(base64.replaceAll(/-----[^-]+-----/g, "")) ?? fail();
    const [signed = fail()] = valuesIn(bytes, valueAt(bytes, 0, bytes.length), SEQUENCE);
    const fields = valuesIn(bytes, signed, SEQUENCE);
    const [, , , validity = fail(), subject = fail()] = fields[0]?.tag === VERSION ? fields.slice(1) : fields;
    const [notBefore = fail(), notAfter = fail()] = valuesIn(bytes, validity, SEQUENCE);
    return {
      subject: nameOf(bytes, subject),
      notBefore: timeOf(bytes, notBefore),
      notAfter: timeOf(bytes, notAfter),
    };
  } catch (error) {
    if (error instanceof NotDer) return null;
    throw error;
  }
}
