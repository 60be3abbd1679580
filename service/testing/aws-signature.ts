import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const hash = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");

/** What is wrong with a request's Signature Version 4, by code of its own; null where it is right. */
export function checkSignature(
  { method = "", url = "", headers }: IncomingMessage,
  body: Buffer,
  keys: ReadonlyMap<string, string>,
): string | null {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, id = "", day = "", region = "", service = "", names = "", given] =
    form.exec(headers.authorization ?? "") ?? [];
  if (given === undefined) return "no signature";
  const secret = keys.get(id);
  if (secret === undefined) return `unknown key ${id}`;
  const time = String(headers["x-amz-date"]);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!time.startsWith(day) || !(Math.abs(Date.now() - at) < 300_000)) return "too old";
  const signed = names.split(";");
  for (const needed of ["host", "x-amz-date"]) if (!signed.includes(needed)) return `${needed} is not signed`;
  if (id.startsWith("ASIA") && !signed.includes("x-amz-security-token")) return "no token of a role";
  const [path = "/", query = ""] = url.split("?");
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join("");
  const canonical = [method, path, query, lines, names, hash(body)].join("\n");
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, hash(canonical)].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), "aws4_request");
  return hmac(key, text).toString("hex") === given ? null : "wrong signature";
}
