import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import type { Context } from "hono";
import type { Env } from "./call.ts";
import { offeredEncodings } from "./encodings.ts";
import { type Json, writeJson } from "./json.ts";

/** Shorter ones are sent as they are, in bytes: packing them costs more than it saves. */
const PACKED_MIN = 1024;
/** Longer ones are packed beside the event loop, in bytes. */
const PACKED_HERE_MAX = 65_536;

const packBeside = promisify(gzip);

/** JSON that is sent: its bytes, and packed once somebody asked for that. */
export type Sendable = { plain: Bytes; packed?: Bytes };
type Bytes = Buffer<ArrayBuffer>;

export const sendable = (value: unknown): Sendable & Json => writeJson(value);

/** The weak ETag of an answer: the same whether it is packed or not. */
export function etagOf({ name }: Json): string {
  return `W/"${hash("sha256", name, "base64url")}"`;
}

/** What of a request's headers its answer depends on: whether it may be packed, and what its sender has already. */
export type Wants = { packed: boolean; has: string | undefined };

export const wantsOf = (header: (name: string) => string | undefined): Wants => ({
  packed: offeredEncodings(header("accept-encoding")).includes("gzip"),
  has: header("if-none-match"),
});

/** With the headers that every answer to it has. */
type Asked = Wants & { common: Readonly<Record<string, string>> };
const askedOf = (c: Context<Env>): Asked => ({
  ...wantsOf((name) => c.req.header(name)),
  common: c.get("headers"),
});

/** An answer as it is sent. */
type Parts = { status: number; headers: Record<string, string>; body: Bytes | null };

/** An answer with all of its headers, made in one go: to touch them later costs more than all else of it. */
function made(c: Context<Env>, { body, ...init }: Parts): Response {
  const response = new Response(body, init);
  c.set("made", response);
  return response;
}

const JSON_TYPE = { "Content-Type": "application/json" };

const isPacked = ({ packed }: Wants, { plain }: Sendable): boolean => packed && plain.length >= PACKED_MIN;

function vary({ common }: Asked): string {
  const others = common["Vary"];
  return others === undefined ? "Accept-Encoding" : `Accept-Encoding, ${others}`;
}

/** The bytes of an answer. What is packed is kept in it, so that the same one is packed once. */
const bodyOf = (answer: Sendable, packs: boolean): Bytes =>
  packs ? (answer.packed ??= gzipSync(answer.plain)) : answer.plain;

/** An answer as it is sent. */
function parts(asked: Asked, status: number, answer: Sendable, headers: Record<string, string>): Parts {
  const packs = isPacked(asked, answer);
  const body = bodyOf(answer, packs);
  return {
    status,
    headers: {
      ...asked.common,
      ...JSON_TYPE,
      ...(packs && { "Content-Encoding": "gzip" }),
      "Content-Length": String(body.length),
      ...headers,
      Vary: vary(asked),
    },
    body,
  };
}

/** Packs what is long, if it is to be. */
export async function packLong(wants: Wants, answer: Sendable): Promise<void> {
  if (answer.plain.length > PACKED_HERE_MAX && isPacked(wants, answer))
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

/** 304 to who has it already, by If-None-Match. */
const hasIt = ({ has }: Wants, etag: string): boolean =>
  has !== undefined && (has === etag || names(has, etag));

/** The answer to a read. */
function readParts(asked: Asked, answer: Sendable, etag: string): Parts {
  if (hasIt(asked, etag))
    return { status: 304, headers: { ...asked.common, ETag: etag, Vary: vary(asked) }, body: null };
  return parts(asked, 200, answer, { ETag: etag });
}

/** Answers a read. */
export async function sendRead(c: Context<Env>, answer: Sendable, etag: string): Promise<Response> {
  const asked = askedOf(c);
  if (!hasIt(asked, etag)) await packLong(asked, answer);
  return made(c, readParts(asked, answer, etag));
}

/** An answer as node:http takes it: names and values of its headers in turn. */
export type Written = { status: number; headers: string[]; body: Bytes | null };

/** A read's answer, and what was written of it: as it is, packed, and for who has it. */
export type Readable = Sendable & { etag: string; written?: Record<string, Written> };

/** The headers of one answer, and where those are that another one has of its own. */
type Template = { status: number; headers: readonly string[]; etag: number; length: number };

/** Those of reads, by what all answers have, and the way that they are sent. */
const templates = new WeakMap<object, Record<string, Template>>();

function templateOf({ status, headers: named }: Parts): Template {
  const headers = Object.entries(named).flat();
  const valueOf = (name: string) => headers.indexOf(name) + 1;
  return { status, headers, etag: valueOf("ETag"), length: valueOf("Content-Length") };
}

/**
 * What {@link sendRead} sends. It is written once: from one request to the next only the operation id differs, which `common`
 * has first. Null as long as it is not packed, and too long to be packed here.
 */
export function writtenRead(wants: Wants, answer: Readable, common: Asked["common"]): Written | null {
  const packs = isPacked(wants, answer);
  const way = hasIt(wants, answer.etag) ? "304" : packs ? "packed" : "plain";
  if (way === "packed" && !answer.packed && answer.plain.length > PACKED_HERE_MAX) return null;
  const all = (answer.written ??= {});
  const before = all[way];
  if (before) return before;
  const known = templates.get(common) ?? {};
  templates.set(common, known);
  const { status, headers, etag, length } = (known[way] ??= templateOf(
    readParts({ ...wants, common }, answer, answer.etag),
  ));
  const body = way === "304" ? null : bodyOf(answer, packs);
  const own = [...headers];
  own[etag] = answer.etag;
  if (body) own[length] = String(body.length);
  return (all[way] = { status, headers: own, body });
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
