import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Family = 4 | 6;

/** An address as a number within its family. An IPv4 address written as IPv6 (::ffff:a.b.c.d) is the IPv4 address. */
export type Point = { family: Family; value: bigint; text: string; mapped: boolean };

/** What is unusual about the writing of a range that can be read all the same. */
export type Oddity = "hostBits" | "noMask" | "mapped";

/** All addresses from `first` to `last`, both included. `text` is its one usual writing: lowest address and mask. */
export type Range = {
  family: Family;
  bits: number;
  first: bigint;
  last: bigint;
  text: string;
  oddities: readonly Oddity[];
};

const WIDTH = { 4: 32, 6: 128 } as const;
/** The leading bits of an IPv4 address written as IPv6. */
const MAPPED_BITS = 96;

/** Strict where ipaddr.js is not: four decimal parts without leading zeros, IPv6 without a zone. */
function parseAddress(text: string): Address | null {
  if (/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text)) {
    return ipaddr.IPv4.isValid(text) ? ipaddr.IPv4.parse(text) : null;
  }
  if (text.length > 45 || !text.includes(":") || !/^[0-9A-Fa-f:.]+$/.test(text)) return null;
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null;
}

function valueOf(address: Address): bigint {
  return address.toByteArray().reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

/** The usual writing of an address: dotted for IPv4, RFC 5952 for IPv6. */
function addressText(family: Family, value: bigint): string {
  const bytes = Array.from({ length: WIDTH[family] / 8 }, (_, i) =>
    Number((value >> BigInt(WIDTH[family] - 8 * (i + 1))) & 0xffn),
  );
  const address = ipaddr.fromByteArray(bytes);
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

/** The range of `bits` leading bits around an address. */
function around(family: Family, value: bigint, bits: number, oddities: readonly Oddity[]): Range {
  const size = 1n << BigInt(WIDTH[family] - bits);
  const first = (value / size) * size;
  const text = `${addressText(family, first)}/${bits}`;
  const odd = first === value ? oddities : [...oddities, "hostBits" as const];
  return { family, bits, first, last: first + size - 1n, text, oddities: odd };
}

/** Reads one address; null when it is none. */
export function readAddress(text: string): Point | null {
  const address = parseAddress(text.trim());
  if (!address) return null;
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
  const plain = mapped ? address.toIPv4Address() : address;
  const family = plain.kind() === "ipv4" ? 4 : 6;
  const value = valueOf(plain);
  return { family, value, text: addressText(family, value), mapped };
}

/**
 * Reads an address range as tolerantly as rules of other services ask for: host bits are cleared, an address without a mask
 * is that one address, ::ffff:a.b.c.d/n from n = 96 on is the IPv4 range a.b.c.d/(n-96). `oddities` say which of these
 * was the case. Null when it is no range.
 */
export function readRange(input: string): Range | null {
  const text = input.trim();
  const [host = "", mask, ...rest] = text.split("/");
  const address = parseAddress(host);
  if (!address || rest.length > 0) return null;
  const width = address.kind() === "ipv4" ? 32 : 128;
  if (mask !== undefined && (!/^(0|[1-9]\d{0,2})$/.test(mask) || Number(mask) > width)) return null;
  const bits = mask === undefined ? width : Number(mask);
  const oddities: Oddity[] = mask === undefined ? ["noMask"] : [];
  if (address instanceof ipaddr.IPv6) {
    if (address.isIPv4MappedAddress() && bits >= MAPPED_BITS) {
      return around(4, valueOf(address.toIPv4Address()), bits - MAPPED_BITS, [...oddities, "mapped"]);
    }
    return around(6, valueOf(address), bits, oddities);
  }
  return around(4, valueOf(address), bits, oddities);
}

/** Is the address in the range? An IPv4 address is never in an IPv6 range, not even in ::/0. */
export function contains(range: Range, point: Point): boolean {
  return range.family === point.family && range.first <= point.value && point.value <= range.last;
}

/** Is every address of `inner` in `outer`? */
export function covers(outer: Range, inner: Range): boolean {
  return outer.family === inner.family && outer.first <= inner.first && inner.last <= outer.last;
}

export function sameRange(a: Range, b: Range): boolean {
  return a.family === b.family && a.first === b.first && a.last === b.last;
}

/** The number after the last address of a family. */
export function familyEnd(family: Family): bigint {
  return 1n << BigInt(WIDTH[family]);
}

/** Order by family, then by first address, wider ranges first: a range comes right after those that hold it. */
export function compareRanges(a: Range, b: Range): number {
  if (a.family !== b.family) return a.family - b.family;
  if (a.first !== b.first) return a.first < b.first ? -1 : 1;
  return a.bits - b.bits;
}
