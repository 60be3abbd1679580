import { readAddress } from "./range.ts";

const INVISIBLE = /[\p{Cf}\p{Cc}]/u;

/** The mask length of a netmask like 255.255.0.0, or of its inverse 0.0.255.255; null when it is neither. */
function netmaskBits(mask: string): number | null {
  const point = readAddress(mask);
  if (point?.family !== 4 || point.mapped) return null;
  const bits = point.value.toString(2).padStart(32, "0");
  if (/^1*0*$/.test(bits)) return bits.lastIndexOf("1") + 1;
  return /^0+1+$/.test(bits) ? bits.indexOf("1") : null;
}

/** Why a text is no range, in a sentence: for those that `readRange` can't read. */
export function rangeFault(input: string): string {
  const text = input.trim();
  const shown = `“${text.slice(0, 60)}${text.length > 60 ? "…" : ""}”`;
  if (INVISIBLE.test(text)) return `${shown} has an invisible character. Type the address again.`;
  const [host = "", mask = "", ...rest] = text.split("/");
  const address = readAddress(host);
  const example = `Example: ${text.includes(":") ? "2001:db8::/32" : "203.0.113.0/24"}`;
  if (address && rest.length > 0) return `${shown} has more than one mask. ${example}`;
  if (address && mask !== "") {
    const width = address.family === 4 && !address.mapped ? 32 : 128;
    const bits = width === 32 ? netmaskBits(mask) : null;
    if (bits !== null) return `${shown} has a netmask. Use ${host}/${bits}.`;
    if (/^\d+$/.test(mask) && Number(mask) > width) {
      return `${shown}: an IPv${width === 32 ? 4 : 6} mask has at most ${width} bits. ${example}`;
    }
    return `${shown}: the mask must be a number from 0 to ${width}, without leading zeros. ${example}`;
  }
  if (text.includes("%")) return `${shown} has a zone. Remove the % and what follows.`;
  const bare = withoutPort(text);
  if (bare !== text && readAddress(bare))
    return `${shown} has ${/^\[.*\]$/.test(text) ? "brackets" : "a port"}. Use ${bare}.`;
  const [from = "", to = ""] = text.split("-");
  if (readAddress(from) && readAddress(to))
    return `${shown} is a span of addresses. Write it as ranges with a mask. ${example}`;
  if (/^\d+(\.\d+){3}$/.test(host)) {
    return `${shown}: an IPv4 address has four numbers from 0 to 255, without leading zeros. ${example}`;
  }
  return `${shown} is not an IP range. ${example}`;
}

/** An address as logs write it, without its port and brackets: 203.0.113.57:443, [2001:db8::1], [2001:db8::1]:443. */
export function withoutPort(input: string): string {
  const text = input.trim();
  const [, v6] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? [];
  if (v6 !== undefined) return v6.includes(":") ? v6 : text;
  const [, v4] = /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  return v4 ?? text;
}
