import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { hashToken, sameHash } from "#service/store/tokens.ts";

/** Header by which a peer that knows the secret names the address it speaks for: `<secret> <ip>`. */
export const SOURCE_HEADER = "x-gatehouse-source";

export type TrustedSource = { secret: string };

/** The source address of a connection: its socket's, unless the header names another one with the right secret. */
export function sourceIp(request: IncomingMessage, trusted?: TrustedSource): string {
  const header = request.headers[SOURCE_HEADER];
  if (trusted && typeof header === "string") {
    const space = header.lastIndexOf(" ");
    const [secret, ip] = [header.slice(0, Math.max(space, 0)), header.slice(space + 1)];
    if (sameHash(hashToken(secret), hashToken(trusted.secret)) && isIP(ip) > 0) return plainIp(ip);
  }
  return plainIp(request.socket.remoteAddress ?? "");
}

/** An address without what only its socket needs: IPv4 mapped into IPv6 reads as IPv4, a zone is left out. */
export function plainIp(address: string): string {
  const plain = address.toLowerCase().replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  return mapped?.[1] ?? plain;
}
