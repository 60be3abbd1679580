import { randomInt } from "node:crypto";
import type { Region, TunnelRequest } from "#contract/agent-protocol.ts";
import type { Proto } from "#contract/tunnel.ts";

/** Where a tunnel can be reached from outside. */
export type PublicAddress = {
  proto: Proto;
  hostport: string;
  url: string;
  /** The same without TLS, for who does not trust its certificate. */
  plainUrl?: string;
};

const FIRST =
  "amber brave calm clear cobalt dawn fleet gentle keen lucid merry noble quiet rapid silver solid".split(
    " ",
  );
const SECOND =
  "badger cedar comet falcon fjord harbor heron island juniper lantern maple otter raven reef tern willow".split(
    " ",
  );
const TCP_HOSTS = 8;

/** Where visitors reach the edge: in URLs, since addresses themselves are always at 443. */
export type PublicPorts = {
  httpPort: number | null;
  httpsPort: number | null;
  tcpPorts: { first: number; last: number };
};

export const FAMILY_PORTS: PublicPorts = {
  httpPort: 80,
  httpsPort: 443,
  tcpPorts: { first: 10_000, last: 29_999 },
};

/**
 * The public address of a tunnel; null for a backend tunnel, which has none. http and https both get an https listener.
 * A name of one label is completed with the region's domain; without a name the address is drawn at random, so that a
 * second call gives another one. `kept` = the hostport that was chosen for it the last time.
 */
export function publicAddress(
  tunnel: TunnelRequest,
  region: Region,
  base: string,
  ports: PublicPorts = FAMILY_PORTS,
  kept: string | null = null,
): PublicAddress | null {
  if (tunnel.labels) return null;
  if (tunnel.proto === "tcp") {
    const hostport = kept ?? tcpHostport(tunnel, region, base, ports.tcpPorts);
    return { proto: "tcp", hostport, url: publicUrl("tcp", hostport, ports) };
  }
  const name =
    kept?.replace(/:443$/, "") ??
    wholeName({ ...tunnel, hostname: tunnel.hostname ?? randomName() }, region, base);
  const hostport = `${name}:443`;
  const proto = tunnel.proto === "tls" ? "tls" : "https";
  const url = publicUrl(proto, hostport, ports);
  const { httpPort } = ports;
  if (proto === "tls" || httpPort === null) return { proto, hostport, url };
  return { proto, hostport, url, plainUrl: `http://${name}${portSuffix(httpPort, 80)}` };
}

/** The URL by which a visitor reaches an address: TLS goes by name alone, at the port where the edge listens, if it does. */
export function publicUrl(
  proto: string,
  hostport: string,
  { httpsPort }: Pick<PublicPorts, "httpsPort">,
): string {
  const colon = hostport.lastIndexOf(":");
  if (proto !== "https" && proto !== "tls") return `${proto}://${hostport}`;
  const name = hostport.slice(0, colon);
  const port = httpsPort ?? Number(hostport.slice(colon + 1));
  return `${proto}://${name}${proto === "tls" ? `:${port}` : portSuffix(port, 443)}`;
}

function portSuffix(port: number, usual: number): string {
  return port === usual ? "" : `:${port}`;
}

/** A name that an agent asks for, with its port where it has one; that of one label in the region's domain. */
export function wholeName(
  { hostname, proto }: Pick<TunnelRequest, "proto"> & { hostname: string },
  region: Region,
  base: string,
): string {
  const [name = "", port] = hostname.split(":");
  if (name.includes(".")) return hostname;
  return `${name}.${proto === "tcp" ? "tcp." : ""}${region}.${base}${port === undefined ? "" : `:${port}`}`;
}

function tcpHostport(
  { hostname = "", proto }: TunnelRequest,
  region: Region,
  base: string,
  { first, last }: PublicPorts["tcpPorts"],
): string {
  const [name = "", port = String(randomInt(first, last + 1))] = hostname.split(":");
  return wholeName({ hostname: `${name || randomInt(TCP_HOSTS)}:${port}`, proto }, region, base);
}

function randomName(): string {
  const tail = randomInt(36 ** 4)
    .toString(36)
    .padStart(4, "0");
  return `${pick(FIRST)}-${pick(SECOND)}-${tail}`;
}

function pick(words: readonly string[]): string {
  return words[randomInt(words.length)] ?? "gate";
}
