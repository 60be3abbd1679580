/** The longest part of a host name between two dots, and the longest host name (RFC 1035 §2.3.4). */
const PART_MAX = 63;
const HOST_MAX = 253;

const WEB_EXAMPLE = ". Example: app.example.com:443";
const TCP_EXAMPLE = ". Example: tcp.example.com:20001";

export const NO_IP_ADDRESS = `must be a domain, not an IP address${WEB_EXAMPLE}`;
export const PORT_RANGE = `must have a port from 1 to 65535${TCP_EXAMPLE}`;
export const NOT_443 = `can’t use port 443, which is for HTTPS and TLS edges${TCP_EXAMPLE}`;

/** An address as people paste it, without what stands around its host and port: `https://shop.example/cart` → `shop.example`. */
export const bareAddress = (text: string): string =>
  text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/?#].*$/s, "")
    .trim();

/**
 * What is wrong with an address that an HTTPS or TLS edge refuses, the first fault alone. What the console’s form mends by itself comes
 * last: its message would mislead whoever typed something else wrong too.
 */
export function webFault(text: string): string {
  const { host, port } = partsOf(text);
  if (/(?:^|\.)\d+\.?$/.test(host) || isIpv6(text)) return NO_IP_ADDRESS;
  const wrong = characterFault(host);
  if (wrong) return `${wrong}${WEB_EXAMPLE}`;
  if (/\*(?!\.)|.\*/s.test(host))
    return "can have * only as its whole first part. Example: *.example.com:443";
  if (port !== undefined && port !== "443")
    return `must have port 443${port ? `, not ${port}` : ""}${WEB_EXAMPLE}`;
  const rest = hostFault(host.replace(/^\*\./, "")) ?? writingFault(text) ?? "must have port 443";
  return `${rest}${WEB_EXAMPLE}`;
}

/** The same of a TCP edge, which takes any host but no wildcard. */
export function tcpFault(text: string): string {
  const { host, port } = partsOf(text);
  const wrong = isIpv6(text) ? "can’t be an IPv6 address" : characterFault(host);
  if (wrong) return `${wrong}${TCP_EXAMPLE}`;
  if (host.includes("*")) return `can’t be a wildcard on a TCP edge${TCP_EXAMPLE}`;
  if (!port) return `must have a port${TCP_EXAMPLE}`;
  if (port === "443") return NOT_443;
  if (!/^\d+$/.test(port) || !(Number(port) >= 1 && Number(port) <= 65_535)) return PORT_RANGE;
  const zeros = port.startsWith("0") ? "must have a port without zeros at its start" : null;
  return `${zeros ?? hostFault(host) ?? writingFault(text) ?? "must be a host and port"}${TCP_EXAMPLE}`;
}

/** The host of an address, without one last dot, and its port; undefined where there is no colon. */
function partsOf(text: string): { host: string; port: string | undefined } {
  const [, host = "", port] = /^(.*?)\.?(?::([^:]*))?$/s.exec(bareAddress(text)) ?? [];
  return { host, port };
}

const isIpv6 = (text: string): boolean => /^\[|^[\da-f.]*:[\da-f.]*:[\da-f:.]*$/i.test(bareAddress(text));

/** A character that no host has; those beyond ASCII may be written in the letters of the DNS. */
function characterFault(host: string): string | null {
  const [wrong] = /(?=\p{ASCII})[^a-z\d.*-]/iu.exec(host) ?? [];
  if (wrong === undefined) return null;
  if (/\s/.test(wrong)) return "must not contain spaces";
  return `must not contain ${/\p{Cc}/u.test(wrong) ? "control characters" : `“${wrong}”`}`;
}

function hostFault(host: string): string | null {
  const parts = host.split(".");
  if (host === "") return "must have a host name";
  if (parts.includes("")) return "has a dot too many";
  if (parts.some((part) => /^-|-$/.test(part))) return "must have no “-” at the start or end of a part";
  if (parts.some(({ length }) => length > PART_MAX))
    return `must have parts of at most ${PART_MAX} characters`;
  return host.length > HOST_MAX ? `must have a host name of at most ${HOST_MAX} characters` : null;
}

/** How an address is written that a form sends as it should be. */
function writingFault(text: string): string | null {
  const bare = bareAddress(text);
  const [foreign] = /\P{ASCII}/u.exec(bare) ?? [];
  if (bare !== text) return "must be a host and port, with nothing around them";
  if (foreign) return `must not contain “${foreign}”`;
  if (/[A-Z]/.test(bare)) return "must be in lower case";
  return /\.(?::|$)/.test(bare) ? "has a dot too many" : null;
}
