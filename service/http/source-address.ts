import { isIP } from "node:net";
import { plainIp } from "../addresses.ts";
import { first, readForwarded } from "./public-base.ts";

/**
 * The IP address that a request came from. With `trusted` the first one of X-Forwarded-For counts, where there is none that of
 * Forwarded (RFC 7239), else the socket's. Null where neither is known, and where the proxy names no address: its own would mislead.
 */
export function sourceAddress(
  { headers }: { headers: Pick<Headers, "get"> },
  socket: string | undefined,
  trusted: boolean,
): string | null {
  const named = trusted
    ? (first(headers, "x-forwarded-for") ?? readForwarded(headers.get("forwarded")).get("for"))
    : undefined;
  const address = plainIp(named === undefined ? (socket ?? "") : withoutPort(named));
  return isIP(address) > 0 ? address : null;
}

/** `[2001:db8::1]:4711` and `203.0.113.7:80` without brackets and port. */
function withoutPort(node: string): string {
  return /^\[(.*)\](?::\w+)?$/.exec(node)?.[1] ?? /^([\d.]+):\w+$/.exec(node)?.[1] ?? node;
}
