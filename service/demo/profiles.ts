import type { Hello, Region } from "#contract/agent-protocol.ts";
import { pick, seeded } from "./random.ts";
import type { Release } from "./versions.ts";

/** What an agent does decides its tunnels, its credential and how it describes itself. */
export type Role = "gw" | "hooks" | "batch" | "dock" | "scan" | "laptop" | "jump";

/** One agent of the demo account: what its host is, and stays across restarts and updates. */
export type DemoProfile = {
  /** Its host's name, unlike any other's. */
  name: string;
  role: Role;
  /** Version it runs at first. */
  version: Release;
  os: string;
  arch: string;
  region: Region;
  ip: string;
  metadata: string | undefined;
  transport: Hello["transport"];
  tunnels: Hello["tunnels"];
  /** Its configuration allows updates. */
  updateCheck: boolean;
};

type Row = readonly [name: string, role: Role, version: Release, os: string, region: Region, ip: string];

/** The first agents are written out, so that even a few of them show every kind; the rest are drawn. */
const CAST: readonly Row[] = [
  ["fra-gw-01", "gw", "3.18.2", "linux", "eu", "203.0.113.14"],
  ["fra-gw-02", "gw", "3.17.4", "linux", "eu", "203.0.113.15"],
  ["lon-dock-02", "dock", "3.17.4", "windows", "eu", "198.51.100.40"],
  ["iad-batch-01", "batch", "3.15.1", "linux", "us", "192.0.2.130"],
  ["ord-scan-01", "scan", "3.18.2", "darwin", "us", "192.0.2.88"],
  ["fra-hooks-01", "hooks", "3.18.2", "linux", "eu", "203.0.113.21"],
  ["nrt-jump-01", "jump", "2.9.5", "linux", "jp", "2001:db8:a1::7"],
  ["syd-gw-01", "gw", "2.8.3", "freebsd", "au", "198.51.100.201"],
  ["fra-gw-03", "gw", "3.16.0", "linux", "eu", "203.0.113.16"],
  ["sfo-gw-02", "gw", "3.17.4", "linux", "us", "192.0.2.62"],
  ["ams-scan-01", "scan", "3.17.4", "linux", "eu", "198.51.100.7"],
  ["iad-batch-02", "batch", "3.18.2", "linux", "us", "192.0.2.131"],
  ["mara-laptop", "laptop", "3.18.2", "darwin", "eu", "203.0.113.77"],
  ["sin-gw-01", "gw", "3.18.2", "linux", "ap", "2001:db8:51::14"],
  ["gru-dock-01", "dock", "3.16.0", "linux", "sa", "198.51.100.150"],
  ["bom-scan-01", "scan", "3.17.4", "linux", "in", "192.0.2.210"],
  ["sfo-gw-01", "gw", "3.18.2", "linux", "us", "192.0.2.61"],
  ["iad-hooks-01", "hooks", "3.17.4", "linux", "us", "192.0.2.140"],
  ["lon-dock-01", "dock", "3.18.2", "windows", "eu", "198.51.100.39"],
  ["nrt-gw-01", "gw", "3.18.2", "linux", "jp", "2001:db8:a1::14"],
  ["jonas-laptop", "laptop", "3.16.0", "windows", "us", "192.0.2.19"],
  ["gru-jump-01", "jump", "3.18.2", "linux", "sa", "198.51.100.151"],
  ["syd-scan-01", "scan", "3.18.2", "freebsd", "au", "198.51.100.207"],
  ["ams-batch-01", "batch", "3.18.2", "linux", "eu", "198.51.100.9"],
];

/** Its configuration forbids updates. */
const PINNED: ReadonlySet<string> = new Set(["iad-batch-01"]);

/** How often each is drawn, in proportion. */
const SITES = { fra: 5, ams: 3, lon: 3, iad: 5, ord: 3, sfo: 3, sin: 2, syd: 2, gru: 2, nrt: 2, bom: 2 };
const ROLES = { gw: 30, scan: 25, dock: 20, batch: 12, hooks: 8, jump: 3 };
const VERSIONS = { "3.18.2": 55, "3.17.4": 25, "3.16.0": 10, "3.15.1": 5, "2.9.5": 3, "2.8.3": 2 };
const SYSTEMS = { linux: 78, windows: 12, darwin: 6, freebsd: 4 };

/** The sites that are not in Europe. */
const REGIONS: Readonly<Record<string, Region>> = {
  iad: "us",
  ord: "us",
  sfo: "us",
  sin: "ap",
  syd: "au",
  gru: "sa",
  nrt: "jp",
  bom: "in",
};

/** The first `count` agents of the demo account: the same ones every time, whatever the count. */
export function demoProfiles(count: number): DemoProfile[] {
  const numbers = new Map<string, number>();
  return Array.from({ length: count }, (_, index) => {
    const random = seeded(index);
    const row = CAST[index] ?? draw(index, random, numbers);
    return profile(row, random, CAST[index] ? !PINNED.has(row[0]) : random() > 0.04);
  });
}

/** Site and role, numbered from 10 on: below are those written out. */
function draw(index: number, random: () => number, numbers: Map<string, number>): Row {
  const site = pick(random, SITES);
  const region = REGIONS[site] ?? "eu";
  const role = pick(random, ROLES);
  const number = numbers.get(`${site}-${role}`) ?? 10;
  numbers.set(`${site}-${role}`, number + 1);
  const os = role === "dock" || role === "scan" ? pick(random, SYSTEMS) : "linux";
  const ip = `198.18.${Math.floor(index / 250) % 250}.${(index % 250) + 2}`;
  return [`${site}-${role}-${number}`, role, pick(random, VERSIONS), os, region, ip];
}

function profile(row: Row, random: () => number, updateCheck: boolean): DemoProfile {
  const [name, role, version, os, region, ip] = row;
  return {
    name,
    role,
    version,
    os,
    region,
    ip,
    updateCheck,
    arch: os === "darwin" || random() < 0.25 ? "arm64" : "x64",
    metadata: metadata(row, random),
    transport: role === "jump" ? "ssh" : "service/2",
    tunnels: TUNNELS[role](name, name.slice(0, 3)),
  };
}

/** Most describe themselves in JSON, laptops in words, jump hosts not at all. */
function metadata([name, role]: Row, random: () => number): string | undefined {
  if (role === "jump") return undefined;
  if (role === "laptop") return `${name.split("-")[0]}'s laptop, not for production`;
  const team = role === "gw" || role === "hooks" ? "freight" : role === "batch" ? "data" : "warehouse";
  const row = String.fromCharCode(65 + Math.floor(random() * 6));
  const rack = `${name.slice(0, 2).toUpperCase()}${1 + Math.floor(random() * 9)}-${row}${10 + Math.floor(random() * 30)}`;
  return JSON.stringify({ host: name, team, rack });
}

const DOMAIN = "northwind.example";

type TunnelsOf = (name: string, site: string) => Hello["tunnels"];

/** Names hold the host's name, so that no two agents ask for the same one. */
const TUNNELS: Record<Role, TunnelsOf> = {
  gw: (name, site) => [
    { proto: "https", forwards_to: "http://10.4.0.12:8080", hostname: `${name}.${DOMAIN}` },
    { proto: "https", forwards_to: "http://10.4.0.12:9090", hostname: `status.${name}.${DOMAIN}` },
    // Without a name: the service chooses its address.
    { proto: "tcp", forwards_to: "10.4.0.12:5432", metadata: "read replica" },
    { proto: "http", forwards_to: "http://10.4.0.12:8081", labels: { app: "gateway", site } },
  ],
  hooks: (_, site) => [
    { proto: "http", forwards_to: "http://localhost:7000", labels: { app: "hooks", site } },
  ],
  batch: (_, site) => [
    { proto: "http", forwards_to: "http://localhost:7100", labels: { app: "batch", site } },
    { proto: "tcp", forwards_to: "localhost:6379", labels: { app: "queue", site } },
  ],
  dock: (name) => [{ proto: "http", forwards_to: "http://localhost:8000", hostname: `${name}.${DOMAIN}` }],
  scan: (name, site) => [
    { proto: "tls", forwards_to: "localhost:8443", hostname: `${name}.${DOMAIN}` },
    { proto: "tls", forwards_to: "localhost:8444", labels: { app: "scanner", site } },
  ],
  laptop: () => [{ proto: "http", forwards_to: "http://localhost:3000" }],
  jump: () => [{ proto: "tcp", forwards_to: "localhost:22" }],
};
