import ipaddr from "ipaddr.js";

/** An address range: the lowest address and how many leading bits are fixed. */
type Range = { address: ipaddr.IPv4 | ipaddr.IPv6; bits: number };

/** An address in its usual writing. IPv4 in four decimal parts without leading zeros, IPv6 without a zone. */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text)) {
    return ipaddr.IPv4.isValid(text) ? ipaddr.IPv4.parse(text) : null;
  }
  if (text.length > 45 || !text.includes(":") || !/^[0-9A-Fa-f:.]+$/.test(text)) return null;
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null;
}

/** The same address with all bits after the first `bits` cleared. */
function lowest({ address, bits }: Range): ipaddr.IPv4 | ipaddr.IPv6 {
  const bytes = address.toByteArray().map((byte, i) => {
    const kept = Math.min(8, Math.max(0, bits - i * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return ipaddr.fromByteArray(bytes);
}

/** The one writing of an address: dotted for IPv4, RFC 5952 for IPv6. */
function addressText(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

/** What is wrong with a range: what to write instead, and the family's code for it (protocol-facts.md#ip-policies). */
export type CidrFault = { message: string; problem: "cidrInvalid" | "cidrNotLowest" | "cidrMaskMissing" };

type Reading = { range: Range; fault?: undefined } | { range?: undefined; fault: CidrFault };

const EXAMPLE = "Example: 203.0.113.0/24";
/** The bits before the IPv4 address in ::ffff:a.b.c.d. */
const MAPPED_BITS = 96;

const refuse = (problem: CidrFault["problem"], message: string): Reading => ({ fault: { problem, message } });

function read(text: string): Reading {
  const [host = "", mask, ...rest] = text.split("/");
  const address = readAddress(host);
  if (!address || rest.length > 0) {
    return refuse("cidrInvalid", `Invalid IP range. ${EXAMPLE}`);
  }
  const width = address.kind() === "ipv4" ? 32 : 128;
  if (mask !== undefined && (!/^(0|[1-9]\d{0,2})$/.test(mask) || Number(mask) > width)) {
    return refuse("cidrInvalid", `Invalid mask. Use 0 to ${width}. ${EXAMPLE}`);
  }
  const range = { address, bits: mask === undefined ? width : Number(mask) };
  // One range must have one writing, or the same one could be in a policy twice.
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && range.bits >= MAPPED_BITS) {
    const plain = { address: address.toIPv4Address(), bits: range.bits - MAPPED_BITS };
    const wanted = `${addressText(lowest(plain))}/${plain.bits}`;
    return refuse("cidrInvalid", `IPv4 can’t be written as IPv6. Use ${wanted}`);
  }
  if (mask === undefined) {
    return refuse("cidrMaskMissing", `Mask missing. Use ${host}/${width}`);
  }
  const low = addressText(lowest(range));
  if (low !== addressText(address)) {
    return refuse("cidrNotLowest", `Host bits are set. Use ${low}/${mask}`);
  }
  return { range };
}

/** Whether a text is an address in its usual writing, without a zone. */
export const isIpAddress = (text: string): boolean => readAddress(text) !== null;

/** Why a text is not a range in CIDR notation; null when it is one (protocol-facts.md#ip-policies, 1406, 1409, 1413). */
export function readCidrFault(text: string): CidrFault | null {
  return read(text).fault ?? null;
}

/** {@link readCidrFault} in words alone. */
export function cidrFault(text: string): string | null {
  return readCidrFault(text)?.message ?? null;
}

/** The one writing of a valid range, by which two ranges are the same (protocol-facts.md#ip-policies, 1408); null when it is none. */
export function canonicalCidr(text: string): string | null {
  const { range } = read(text);
  return range ? `${addressText(range.address)}/${range.bits}` : null;
}
