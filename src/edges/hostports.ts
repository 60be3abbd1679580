import * as z from "zod/mini";
import { EDGE_FIELDS } from "#contract/edge-fields.ts";
import { bareAddress } from "#contract/hostport-fault.ts";
import type { EdgeProtocol } from "#resources/paths.ts";

/** Whether an edge of the kind takes an address. */
export const isTaken = (protocol: EdgeProtocol, hostport: string) =>
  z.safeParse(EDGE_FIELDS[protocol].hostports, [hostport]).success;

/** A host in the letters of the DNS: `münchen.example` → `xn--mnchen-3ya.example`. */
function asciiHost(host: string): string {
  if (/^\p{ASCII}*$/u.test(host)) return host;
  try {
    return new URL(`https://${host}`).hostname;
  } catch {
    return host;
  }
}

/**
 * An address as an edge takes it, from one as people paste it: `https://Shop.example/cart` → `shop.example:443`. A TCP
 * edge has no port that goes without saying. What no edge of the kind takes stays as it was typed.
 */
export function normalHostport(protocol: EdgeProtocol, typed: string): string {
  const bare = bareAddress(typed).toLowerCase();
  const [, host = "", port = ""] = /^(.*?)\.?(:\d+)?$/s.exec(bare) ?? [];
  const hostport = `${asciiHost(host)}${port || (protocol === "tcp" ? "" : ":443")}`;
  return isTaken(protocol, hostport) ? hostport : typed;
}

/** The addresses of a form as they are sent; those in `kept` go back as they came. */
export function normalHostports(
  protocol: EdgeProtocol,
  typed: readonly string[],
  kept: readonly string[] = [],
): string[] {
  return typed.map((one) => (kept.includes(one) ? one : normalHostport(protocol, one)));
}
