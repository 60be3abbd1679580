import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { plainIp } from "#service/addresses.ts";
import { sourceAddress } from "#service/http/source-address.ts";
import { hashToken, sameHash } from "#service/store/tokens.ts";

/** Header by which a peer that knows the secret names the address it speaks for: `<secret> <ip>`. */
export const SOURCE_HEADER = "x-gatehouse-source";

export type TrustedSource = { secret: string };

/**
 * The source address of a connection: its socket's, unless the header names another one with the right secret, or a proxy
 * that is trusted names it.
 */
export function sourceIp(
  request: IncomingMessage,
  options: { trustedSource?: TrustedSource; trustForwarded?: boolean } = {},
): string {
  const { trustedSource: trusted, trustForwarded = false } = options;
  const header = request.headers[SOURCE_HEADER];
  if (trusted && typeof header === "string") {
    const space = header.lastIndexOf(" ");
    const [secret, ip] = [header.slice(0, Math.max(space, 0)), header.slice(space + 1)];
    if (sameHash(hashToken(secret), hashToken(trusted.secret)) && isIP(ip) > 0) return plainIp(ip);
  }
  const { remoteAddress = "" } = request.socket;
  const headers = { get: (name: string) => request.headers[name]?.toString() ?? null };
  return sourceAddress({ headers }, remoteAddress, trustForwarded) ?? plainIp(remoteAddress);
}
