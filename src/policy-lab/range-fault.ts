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
  const shown = `“${text.slice(0, 60)}”`;
  if (INVISIBLE.test(text)) return `${shown} has an invisible character in it: type the address anew.`;
  const [host = "", mask = "", ...rest] = text.split("/");
  const address = readAddress(host);
  if (address && rest.length === 0 && mask !== "") {
    const width = address.family === 4 && !address.mapped ? 32 : 128;
    const bits = width === 32 ? netmaskBits(mask) : null;
    if (bits !== null) return `${shown} has a netmask: write ${host}/${bits}.`;
    if (/^\d+$/.test(mask) && Number(mask) > width) {
      return `${shown}: the mask of IPv${width === 32 ? 4 : 6} has at most ${width} bits.`;
    }
    return `${shown}: after the slash stands a number from 0 to ${width}, without zeros before it.`;
  }
  if (text.includes("%")) return `${shown} has a zone (%): a rule has none.`;
  const bare = withoutPort(text);
  if (bare !== text && readAddress(bare)) return `${shown} is no range: write ${bare}, a rule has no port.`;
  const [from = "", to = ""] = text.split("-");
  if (readAddress(from) && readAddress(to)) return `${shown} is a span: write it as ranges with a mask.`;
  if (/^\d+(\.\d+){3}$/.test(host)) {
    return `${shown}: an IPv4 address has four numbers from 0 to 255, without zeros before them.`;
  }
  return `${shown} is no IPv4 or IPv6 range.`;
}

/** An address as logs write it, without its port and brackets: 203.0.113.57:443, [2001:db8::1], [2001:db8::1]:443. */
export function withoutPort(input: string): string {
  const text = input.trim();
  const [, v6] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? [];
  if (v6 !== undefined) return v6.includes(":") ? v6 : text;
  const [, v4] = /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  return v4 ?? text;
}
