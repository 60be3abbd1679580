import ipaddr from "ipaddr.js";
import { cidrFault } from "#contract/cidr.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const valueOf = (address: Address): bigint =>
  BigInt(`0x${Buffer.from(address.toByteArray()).toString("hex")}`);
const widthOf = (address: Address): number => (address.kind() === "ipv4" ? 32 : 128);

/** An address as it is looked up. IPv4 is itself also where it is written as IPv6; the zone of a link is no part of it. */
export type Point = { kind: "ipv4" | "ipv6"; value: bigint };

/** @throws Error where it is no address. */
export function pointOf(text: string): Point {
  const address = ipaddr.process(text.replace(/%.*$/, ""));
  return { kind: address.kind(), value: valueOf(address) };
}

/** Ranges in CIDR notation, each with what it stands for: one look for each length of prefix that there is. */
export class IpRanges<T> {
  private readonly byBits = {
    ipv4: new Map<number, Map<bigint, T>>(),
    ipv6: new Map<number, Map<bigint, T>>(),
  };

  /** @throws Error where it is no range. */
  add(cidr: string, value: T): void {
    const fault = cidrFault(cidr);
    if (fault !== null) throw new Error(fault);
    const [address, bits] = ipaddr.parseCIDR(cidr);
    const known = this.byBits[address.kind()];
    const prefixes = known.get(bits) ?? new Map<bigint, T>();
    known.set(bits, prefixes);
    prefixes.set(valueOf(address) >> BigInt(widthOf(address) - bits), value);
  }

  /** Of a range that has this address. */
  find({ kind, value }: Point): T | undefined {
    const width = kind === "ipv4" ? 32 : 128;
    for (const [bits, prefixes] of this.byBits[kind]) {
      const found = prefixes.get(value >> BigInt(width - bits));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
