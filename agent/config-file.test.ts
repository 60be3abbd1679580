import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { ConfigError } from "#contract/command-line.ts";
import { distance, nearest } from "#contract/nearest.ts";
import { SETTING_NAMES } from "./config-file.ts";
import { readFlags } from "./flags.ts";

let dir: string;
beforeAll(() => (dir = mkdtempSync(join(tmpdir(), "gatehouse-config-"))));
afterAll(() => rmSync(dir, { recursive: true }));

function read(text: string, ...args: string[]) {
  const file = join(dir, "agent.yml");
  writeFileSync(file, text);
  const flags = readFlags(["--config", file, ...args]);
  if (flags === "help") throw new Error("help");
  return flags;
}

test("a whole file", () => {
  const text = `
# Of the machine in rack 4
url: https://gate.example
authtoken_file: token
region: eu
metadata: { host: db-1, rack: 4 }
update_check: false
remote_management: yes
dial_timeout: 5
drain: 0
update_key: ${"k".repeat(43)}
state: ./state
online_within: 60
log_format: json
tunnels:
  - http:3000
  - forwards_to: tcp:10.0.0.5:22
    hostname: db.example.com:5432
    metadata: the database
  - forwards_to: https://10.0.0.5
    labels: { app: web }
`;
  expect(read(text)).toEqual({
    check: false,
    url: "wss://gate.example/agent",
    authtokenFile: join(dir, "token"),
    region: "eu",
    metadata: '{"host":"db-1","rack":4}',
    noUpdateCheck: true,
    noRemoteManagement: false,
    insecureUpstreams: false,
    dialTimeout: 5,
    drain: 0,
    updateKey: "k".repeat(43),
    state: join(dir, "state"),
    onlineWithin: 60,
    logFormat: "json",
    tunnels: [
      { proto: "http", forwards_to: "http://localhost:3000" },
      { proto: "tcp", forwards_to: "10.0.0.5:22", hostname: "db.example.com:5432", metadata: "the database" },
      { proto: "https", forwards_to: "https://10.0.0.5:443", labels: { app: "web" } },
    ],
  });
  expect(read(text, "--drain", "7", "--tunnel", "http:1", "--authtoken", "t")).toMatchObject({
    drain: 7,
    authtoken: "t",
    tunnels: [{ forwards_to: "http://localhost:1" }],
  });
});

test.each([
  ["urll: x", "unknown name “urll”. Did you mean url?"],
  ["url: http://x\nauthtoken: gha_x", "unknown name “authtoken”. Did you mean authtoken_file?"],
  ["url: http://x\nUpdate-Check: no", "unknown name “Update-Check”. Did you mean update_check?"],
  [
    "url: http://x\ntunnels: [{ forward_to: 80 }]",
    "tunnels[0]: unknown name “forward_to”. Did you mean forwards_to?",
  ],
  ["url: http://x\ntunnels: [{ hostname: a }]", "tunnels[0]: forwards_to is missing"],
  ["url: http://x\ntunnels: [{ forwards_to: 'http:80,hostname=a' }]", "can’t have settings"],
  [
    "url: http://x\ntunnels: [{ forwards_to: 80, hostname: A }]",
    "tunnels[0]: hostname must be a host name in lower case",
  ],
  // Cause: "labels.a Invalid input". Law: an error says what to do.
  [
    "url: http://x\ntunnels: [{ forwards_to: 80, labels: { a: 1 } }]",
    "tunnels[0]: labels.a must be text. Put it in quotes",
  ],
  [
    "url: http://x\ntunnels: [{ forwards_to: 80, hostname: 5 }]",
    "tunnels[0]: hostname must be text. Put it in quotes",
  ],
  [
    "url: http://x\ntunnels: [{ forwards_to: 80, labels: web }]",
    "labels must be names and values, like { app: web }",
  ],
  ["url: http://x\ntunnels: http:80", "tunnels must be a list"],
  ["url: http://x\ntunnels: [http]", "tunnels[0] http: the port is missing"],
  ["url: ftp://x", "agent.yml: url must be an http, https, ws or wss URL"],
  ["url: http://x\ndrain: 1.5", "agent.yml: drain must be a whole number"],
  ["url: http://x\nupdate_check: maybe", "agent.yml: update_check must be true or false"],
  ["url: http://x\nupdate_key: short", "agent.yml: update_key must be an Ed25519 public key"],
  ["url: http://x\nlog_format: xml", "log_format must be text or json"],
  ["url: [a]", "url must be a single value"],
  ["url:", "url is empty"],
  ["url: http://x\nurl: http://y", "Map keys must be unique at line 2"],
  ["- a", "must be a list of names and values"],
  // Cause: "Flow sequence in block collection must be sufficiently indented". Law: an error says where, and what to do.
  ["url: 'x", "agent.yml can’t be read at line 1, column 8. Check indentation, brackets and quotes there."],
  ["url: [http://x\nregion: eu", "agent.yml can’t be read at line 2, column 1. Check indentation"],
  // Cause: “config” was told to be “drain”. Law: only a name that is near is suggested.
  ["config: a", "unknown name “config”. Use one of: url, authtoken_file, "],
  ["check: true", "unknown name “check”. Use one of: url, "],
  ["a: &a [x]\nb: *c", "Unresolved alias"],
  // Cause: it crashed, and a supervisor started it without end. Law: invalid settings end with 2, and say what to do.
  ["metadata: &a { self: *a }", "metadata contains itself. Remove the alias"],
  ["", "--url is missing"],
])("%j is refused", (text, message) => {
  expect(() => read(text)).toThrow(message);
  expect(() => read(text)).toThrow(ConfigError);
});

test("a file that is not there is refused, and one that grows without end", () => {
  expect(() => readFlags(["--config", join(dir, "none.yml")])).toThrow(/Can’t read --config .*none\.yml/);
  const rows = Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`);
  expect(() => read(["a0: &a0 [x]", ...rows].join("\n"))).toThrow(ConfigError);
});

test("the file says what flags say", () => {
  const settings = fc.record(
    {
      region: fc.constantFrom("us", "eu", "jp"),
      metadata: fc.string({ maxLength: 100, unit: "grapheme-ascii" }),
      drain: fc.integer({ min: 0, max: 3600 }),
      dial_timeout: fc.integer({ min: 1, max: 3600 }),
      insecure_upstreams: fc.boolean(),
      update_check: fc.boolean(),
      log_format: fc.constantFrom("text", "json"),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(settings, fc.array(fc.integer({ min: 1, max: 65_535 }), { maxLength: 3 }), (given, ports) => {
      const { update_check = true, insecure_upstreams = false, ...rest } = given;
      const flags = Object.entries(rest).map(([name, value]) => `--${name.replace("_", "-")}=${value}`);
      const args = [
        "--url=http://x",
        ...flags,
        ...(update_check ? [] : ["--no-update-check"]),
        ...(insecure_upstreams ? ["--insecure-upstreams"] : []),
        ...ports.map((port) => `--tunnel=http:${port}`),
      ];
      const text = stringify({ url: "http://x", ...given, tunnels: ports.map((port) => `http:${port}`) });
      expect(read(text)).toEqual(readFlags(args));
    }),
  );
});

test("any text is read or refused with a ConfigError", () => {
  const outcome = (text: string) => {
    try {
      return typeof read(text).url;
    } catch (error) {
      return error instanceof ConfigError ? "string" : error;
    }
  };
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(outcome(text)).toBe("string");
    }),
  );
});

test("the document's example is read, and its table has every setting", () => {
  const document = readFileSync("docs/agent.md", "utf8");
  const [, example = ""] = /```yaml\n(.*?)```/s.exec(document) ?? [];
  expect(read(example).tunnels).toHaveLength(3);
  const named = document.split("\n").flatMap((line) => {
    const [, first = ""] = line.startsWith("| `") ? line.split("|") : [];
    return [...first.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  });
  expect(named).toEqual(expect.arrayContaining(SETTING_NAMES));
});

test("the nearest name is the one with the fewest changes, and a known one is itself", () => {
  const word = fc.string({ maxLength: 8 });
  fc.assert(
    fc.property(word, word, word, (a, b, c) => {
      expect(distance(a, a)).toBe(0);
      expect(distance(a, b)).toBe(distance(b, a));
      expect(distance(a, c)).toBeLessThanOrEqual(distance(a, b) + distance(b, c));
      expect([undefined, ...SETTING_NAMES]).toContain(nearest(a, SETTING_NAMES));
    }),
  );
  for (const name of SETTING_NAMES) expect(nearest(name, SETTING_NAMES)).toBe(name);
});
