import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import type { Context } from "hono";
import type { Env } from "./call.ts";
import { offeredEncodings } from "./encodings.ts";

/** Shorter ones are sent as they are, in bytes: packing them costs more than it saves. */
const PACKED_MIN = 1024;
/** Longer ones are packed beside the event loop, in bytes. */
const PACKED_HERE_MAX = 65_536;

const packBeside = promisify(gzip);

/** JSON that is sent: its bytes, and packed once somebody asked for that. */
export type Sendable = { plain: Bytes; packed?: Bytes };
type Bytes = Buffer<ArrayBuffer>;

export function sendable(value: unknown): Sendable {
  return { plain: Buffer.from(JSON.stringify(value)) };
}

/** The weak ETag of an answer: the same whether it is packed or not. */
export function etagOf({ plain }: Sendable): string {
  return `W/"${createHash("sha256").update(plain).digest("base64url")}"`;
}

/** What an answer depends on beside what it shows: the request's headers, and those that every answer to it has. */
export type Asked = {
  header: (name: string) => string | undefined;
  common: Readonly<Record<string, string>>;
};
const askedOf = (c: Context<Env>): Asked => ({
  header: (name) => c.req.header(name),
  common: c.get("headers"),
});

/** An answer as it is sent. */
export type Parts = { status: number; headers: Record<string, string>; body: Bytes | null };

/** An answer with all of its headers, made in one go: to touch them later costs more than all else of it. */
function made(c: Context<Env>, { body, ...init }: Parts): Response {
  const response = new Response(body, init);
  c.set("made", response);
  return response;
}

const JSON_TYPE = { "Content-Type": "application/json" };

function wantsPacked({ header }: Asked, { plain }: Sendable): boolean {
  if (plain.length < PACKED_MIN) return false;
  const accepted = header("accept-encoding");
  return accepted !== undefined && offeredEncodings(accepted).includes("gzip");
}

function vary({ common }: Asked): string {
  const others = common["Vary"];
  return others === undefined ? "Accept-Encoding" : `Accept-Encoding, ${others}`;
}

/** An answer that is packed already, if it is to be. */
function parts(
  asked: Asked,
  status: number,
  { plain, packed }: Sendable,
  isPacked: boolean,
  headers: Record<string, string>,
): Parts {
  const body = (isPacked && packed) || plain;
  return {
    status,
    headers: {
      ...asked.common,
      ...JSON_TYPE,
      ...(body === packed && { "Content-Encoding": "gzip" }),
      "Content-Length": String(body.length),
      ...headers,
      Vary: vary(asked),
    },
    body,
  };
}

/** Answers JSON. What is packed is kept in `answer`, so that the same one is packed once. */
export async function send(
  c: Context<Env>,
  status: number,
  answer: Sendable,
  headers: Record<string, string> = {},
): Promise<Response> {
  if (answer.plain.length > PACKED_HERE_MAX && wantsPacked(askedOf(c), answer))
    answer.packed ??= await packBeside(answer.plain);
  return sendNow(c, status, answer, headers);
}

/** {@link send}, also of what is long in one go: errors have a bound. */
export function sendNow(
  c: Context<Env>,
  status: number,
  answer: Sendable,
  headers: Record<string, string> = {},
): Response {
  const asked = askedOf(c);
  const isPacked = wantsPacked(asked, answer);
  if (isPacked) answer.packed ??= gzipSync(answer.plain);
  return made(c, parts(asked, status, answer, isPacked, headers));
}

/** The answer to a read, 304 to who has it already, by If-None-Match; null while it is not packed as it has to be. */
export function readParts(asked: Asked, answer: Sendable, etag: string): Parts | null {
  const known = asked.header("if-none-match");
  if (known !== undefined && names(known, etag))
    return { status: 304, headers: { ...asked.common, ETag: etag, Vary: vary(asked) }, body: null };
  const isPacked = wantsPacked(asked, answer);
  if (isPacked && !answer.packed) return null;
  return parts(asked, 200, answer, isPacked, { ETag: etag });
}

/** Answers a read. */
export async function sendRead(c: Context<Env>, answer: Sendable, etag: string): Promise<Response> {
  const ready = readParts(askedOf(c), answer, etag);
  return ready ? made(c, ready) : send(c, 200, answer, { ETag: etag });
}

/** Whether a list of ETags has one, by the weak comparison that If-None-Match asks for (RFC 9110 §13.1.2). */
function names(list: string, etag: string): boolean {
  if (list.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return list.split(",").some((one) => one.trim().replace(/^W\//, "") === opaque);
}

/** Answers without a body. */
export function sendNothing(c: Context<Env>): Response {
  return made(c, { status: 204, headers: { ...c.get("headers") }, body: null });
}
