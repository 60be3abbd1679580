import { randomInt } from "node:crypto";
import type { Region, TunnelRequest } from "#contract/agent-protocol.ts";
import type { Proto } from "#contract/tunnel.ts";

/** Where a tunnel can be reached from outside. */
export type PublicAddress = { proto: Proto; hostport: string; url: string };

const FIRST =
  "amber brave calm clear cobalt dawn fleet gentle keen lucid merry noble quiet rapid silver solid".split(
    " ",
  );
const SECOND =
  "badger cedar comet falcon fjord harbor heron island juniper lantern maple otter raven reef tern willow".split(
    " ",
  );
const TCP_HOSTS = 8;
const TCP_PORTS = { first: 10_000, after: 30_000 };

/**
 * The public address of a tunnel; null for a backend tunnel, which has none. http and https both get an https listener.
 * A name of one label is completed with the region's domain; without a name the address is drawn at random, so that a
 * second call gives another one.
 */
export function publicAddress(tunnel: TunnelRequest, region: Region, base: string): PublicAddress | null {
  if (tunnel.labels) return null;
  const proto = tunnel.proto === "http" ? "https" : tunnel.proto;
  const hostport =
    tunnel.proto === "tcp" ? tcpHostport(tunnel, region, base) : `${hostname(tunnel, region, base)}:443`;
  return {
    proto,
    hostport,
    url: `${proto}://${proto === "https" ? hostport.slice(0, -":443".length) : hostport}`,
  };
}

function hostname({ hostname }: TunnelRequest, region: Region, base: string): string {
  if (hostname?.includes(".")) return hostname;
  return `${hostname ?? randomName()}.${region}.${base}`;
}

function tcpHostport({ hostname = "" }: TunnelRequest, region: Region, base: string): string {
  const [name = "", port = String(randomInt(TCP_PORTS.first, TCP_PORTS.after))] = hostname.split(":");
  if (name.includes(".")) return `${name}:${port}`;
  return `${name || randomInt(TCP_HOSTS)}.tcp.${region}.${base}:${port}`;
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
