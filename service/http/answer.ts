import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import type { Context } from "hono";
import type { Env } from "./call.ts";
import { offeredEncodings } from "./encodings.ts";
import { jsonOf } from "./json.ts";

/** Shorter ones are sent as they are, in bytes: packing them costs more than it saves. */
const PACKED_MIN = 1024;
/** Longer ones are packed beside the event loop, in bytes. */
const PACKED_HERE_MAX = 65_536;

const packBeside = promisify(gzip);

/** JSON that is sent: its bytes, and packed once somebody asked for that. */
export type Sendable = { plain: Bytes; packed?: Bytes };
type Bytes = Buffer<ArrayBuffer>;

export function sendable(value: unknown): Sendable {
  return { plain: Buffer.from(jsonOf(value)) };
}

/** The weak ETag of an answer: the same whether it is packed or not. */
export function etagOf({ plain }: Sendable): string {
  return `W/"${hash("sha256", plain, "base64url")}"`;
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

/** An answer as it is sent. What is packed is kept in `answer`, so that the same one is packed once. */
function parts(asked: Asked, status: number, answer: Sendable, headers: Record<string, string>): Parts {
  const isPacked = wantsPacked(asked, answer);
  const body = isPacked ? (answer.packed ??= gzipSync(answer.plain)) : answer.plain;
  return {
    status,
    headers: {
      ...asked.common,
      ...JSON_TYPE,
      ...(isPacked && { "Content-Encoding": "gzip" }),
      "Content-Length": String(body.length),
      ...headers,
      Vary: vary(asked),
    },
    body,
  };
}

/** Packs what is long, if it is to be. */
async function packLong(asked: Asked, answer: Sendable): Promise<void> {
  if (answer.plain.length > PACKED_HERE_MAX && wantsPacked(asked, answer))
    answer.packed ??= await packBeside(answer.plain);
}

/** Answers JSON. */
export async function send(c: Context<Env>, status: number, answer: Sendable): Promise<Response> {
  await packLong(askedOf(c), answer);
  return sendNow(c, status, answer);
}

/** {@link send}, also of what is long in one go: errors have a bound. */
export function sendNow(
  c: Context<Env>,
  status: number,
  answer: Sendable,
  headers: Record<string, string> = {},
): Response {
  return made(c, parts(askedOf(c), status, answer, headers));
}

/** The answer to a read, 304 to who has it already, by If-None-Match. */
export async function readParts(asked: Asked, answer: Sendable, etag: string): Promise<Parts> {
  const known = asked.header("if-none-match");
  if (known !== undefined && names(known, etag))
    return { status: 304, headers: { ...asked.common, ETag: etag, Vary: vary(asked) }, body: null };
  await packLong(asked, answer);
  return parts(asked, 200, answer, { ETag: etag });
}

/** Answers a read. */
export async function sendRead(c: Context<Env>, answer: Sendable, etag: string): Promise<Response> {
  return made(c, await readParts(askedOf(c), answer, etag));
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
