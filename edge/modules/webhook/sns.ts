import { createHash, verify, X509Certificate } from "node:crypto";
import { parseTree } from "jsonc-parser";
import { fetched } from "../fetched.ts";
import { jsonOf, type Message } from "./parts.ts";
import { inWindow, timeOf } from "./proofs.ts";
import type { Certificate, Proof } from "./scheme.ts";

/** The certificate at an address, in PEM. */
export type FetchPem = (url: string) => Promise<string>;

/** Only names of Amazon’s, and only its certificates: other paths there answer with what anybody chose. */
const CERTIFICATE =
  /^https:\/\/sns\.[a-z0-9-]{3,30}\.amazonaws\.com(?:\.cn)?\/SimpleNotificationService-[0-9a-f]{32}\.pem$/;
const PEM_MAX = 16_384;

const fetchPem: FetchPem = async (url) =>
  (await fetched(new URL(url), PEM_MAX, "application/x-pem-file, */*")).toString();

const KNOWN_MAX = 32;
/** Addresses of certificates are named by whoever sends: this many are asked for in a minute. */
const FETCHES_MAX = 10;
const MINUTE = 60_000;

/** Certificates, each fetched once. */
export class SnsCertificates {
  private readonly known = new Map<string, Promise<X509Certificate>>();
  private fetched: number[] = [];
  private readonly fetchPem: FetchPem;

  /** Tests give another way to fetch. */
  constructor(fetch: FetchPem = fetchPem) {
    this.fetchPem = fetch;
  }

  /** Null where it can't be had. */
  async at(url: string, now: number): Promise<X509Certificate | null> {
    try {
      return await (this.known.get(url) ?? this.fetch(url, now));
    } catch {
      this.known.delete(url);
      return null;
    }
  }

  private fetch(url: string, now: number): Promise<X509Certificate> {
    this.fetched = this.fetched.filter((at) => now - at < MINUTE);
    if (this.fetched.length >= FETCHES_MAX) throw new Error("Too many certificates were asked for.");
    this.fetched.push(now);
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size >= KNOWN_MAX) this.known.delete(oldest);
    const fetching = this.fetchPem(url).then((pem) => new X509Certificate(pem));
    this.known.set(url, fetching);
    return fetching;
  }
}

const NOTIFICATION = ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"];
const SUBSCRIPTION = ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];

/** The texts of an object of JSON; null where a name comes twice: the app might take the one that is not signed. */
function textsOf(body: Buffer): ReadonlyMap<string, string> | null {
  if (jsonOf(body) === null) return null;
  const { type, children = [] } = parseTree(body.toString()) ?? {};
  const members = children.map(
    ({ children: [key, value] = [] }) => [String(key?.value), value?.value] as const,
  );
  if (type !== "object" || new Set(members.map(([name]) => name)).size < members.length) return null;
  return new Map(members.filter((member): member is [string, string] => typeof member[1] === "string"));
}

/** Whether Amazon SNS has signed it, `now` in milliseconds since 1970. */
export async function proveSns(
  { tolerance }: Certificate,
  certificates: SnsCertificates,
  { body }: Message,
  now: number,
): Promise<Proof> {
  const sent = textsOf(body);
  const text = (name: string): string | null => sent?.get(name) ?? null;
  const hash = { 1: "RSA-SHA1", 2: "RSA-SHA256" }[text("SignatureVersion") ?? ""];
  const [url, signature, at] = [text("SigningCertURL"), text("Signature"), timeOf(text("Timestamp") ?? "")];
  if (hash === undefined || url === null || signature === null || at === null)
    return { why: "The body is not a message from Amazon SNS" };
  if (!CERTIFICATE.test(url)) return { why: "SigningCertURL is not an address of Amazon SNS" };
  const certificate = await certificates.at(url, now);
  if (!certificate) return { why: "The certificate of Amazon SNS can’t be fetched" };
  const good = Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);
  if (!good) return { why: "The certificate of Amazon SNS is not valid now" };
  const names = text("Type") === "Notification" ? NOTIFICATION : SUBSCRIPTION;
  const content = Buffer.from(
    names.flatMap((name) => (text(name) === null ? [] : [`${name}\n${text(name)}\n`])).join(""),
  );
  if (!verify(hash, content, certificate.publicKey, Buffer.from(signature, "base64")))
    return { why: "Signature does not match" };
  return inWindow(at, tolerance, now, createHash("sha256").update(content).digest("base64"));
}
