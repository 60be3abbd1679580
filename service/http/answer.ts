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

/** An answer with all of its headers, made in one go: to touch them later costs more than all else of it. */
function made(
  c: Context<Env>,
  status: number,
  body: Bytes | null,
  headers: Readonly<Record<string, string>>,
): Response {
  const response = new Response(body, { status, headers: { ...c.get("headers"), ...headers } });
  c.set("made", response);
  return response;
}

const JSON_TYPE = { "Content-Type": "application/json" };

function wantsPacked(c: Context<Env>, { plain }: Sendable): boolean {
  if (plain.length < PACKED_MIN) return false;
  const accepted = c.req.header("accept-encoding");
  return accepted !== undefined && offeredEncodings(accepted).includes("gzip");
}

function vary(c: Context<Env>): string {
  const others = c.get("headers")["Vary"];
  return others === undefined ? "Accept-Encoding" : `Accept-Encoding, ${others}`;
}

function sent(c: Context<Env>, status: number, answer: Sendable, headers: Record<string, string>): Response {
  const packed = wantsPacked(c, answer) ? answer.packed : undefined;
  const body = packed ?? answer.plain;
  return made(c, status, body, {
    ...JSON_TYPE,
    ...(packed && { "Content-Encoding": "gzip" }),
    "Content-Length": String(body.length),
    ...headers,
    Vary: vary(c),
  });
}

/** Answers JSON. What is packed is kept in `answer`, so that the same one is packed once. */
export async function send(
  c: Context<Env>,
  status: number,
  answer: Sendable,
  headers: Record<string, string> = {},
): Promise<Response> {
  if (wantsPacked(c, answer) && answer.plain.length > PACKED_HERE_MAX)
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
  if (wantsPacked(c, answer)) answer.packed ??= gzipSync(answer.plain);
  return sent(c, status, answer, headers);
}

/** Answers a read: 304 to who has it already, by If-None-Match. */
export async function sendRead(c: Context<Env>, answer: Sendable, etag: string): Promise<Response> {
  const known = c.req.header("if-none-match");
  if (known === undefined || !names(known, etag)) return send(c, 200, answer, { ETag: etag });
  return made(c, 304, null, { ETag: etag, Vary: vary(c) });
}

/** Whether a list of ETags has one, by the weak comparison that If-None-Match asks for (RFC 9110 §13.1.2). */
function names(list: string, etag: string): boolean {
  if (list.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return list.split(",").some((one) => one.trim().replace(/^W\//, "") === opaque);
}

/** Answers without a body. */
export function sendNothing(c: Context<Env>): Response {
  return made(c, 204, null, {});
}
