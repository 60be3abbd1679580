import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findAuthtoken } from "./authtoken.ts";
import { ConfigError, usageOf, withoutFlags } from "#contract/command-line.ts";
import { AgentUrl, FLAGS, HELP, readFlags, SECRETS } from "./flags.ts";

const URL_FLAG = ["--url", "http://127.0.0.1:4180"];
const read = (...args: string[]) => {
  const flags = readFlags([...URL_FLAG, ...args]);
  if (flags === "help") throw new Error("help");
  return flags;
};

test("a whole command line", () => {
  const metadata = '{"host":"x"}';
  expect(
    read(
      "--tunnel",
      "http:3000",
      "--tunnel",
      "tcp:10.0.0.5:22,hostname=db.example.com:5432",
      "--metadata",
      metadata,
    ),
  ).toEqual({
    dialTimeout: 10,
    drain: 10,
    onlineWithin: 30,
    check: false,
    logFormat: "text",
    url: "ws://127.0.0.1:4180/agent",
    tunnels: [
      { proto: "http", forwards_to: "http://localhost:3000" },
      { proto: "tcp", forwards_to: "10.0.0.5:22", hostname: "db.example.com:5432" },
    ],
    metadata,
    noUpdateCheck: false,
    noRemoteManagement: false,
    insecureUpstreams: false,
  });
  expect(read("--region", "eu", "--no-update-check", "--no-remote-management")).toMatchObject({
    region: "eu",
    noUpdateCheck: true,
    noRemoteManagement: true,
  });
  expect(
    read("--tunnel", "http:80,metadata=a,b=c", "--label", "app=web", "--label", "env=a=b").tunnels,
  ).toEqual([
    {
      proto: "http",
      forwards_to: "http://localhost:80",
      metadata: "a,b=c",
      labels: { app: "web", env: "a=b" },
    },
  ]);
  expect(readFlags(["--help"])).toBe("help");
});

// Cause: an address copied from a browser or a server's own words was refused. Law: an app is named as its user knows it.
test.each([
  ["3000", "http", "http://localhost:3000"],
  ["localhost:3000", "http", "http://localhost:3000"],
  ["10.0.0.5:8080", "http", "http://10.0.0.5:8080"],
  ["[::1]:8080", "http", "http://[::1]:8080"],
  ["http://localhost:3000/", "http", "http://localhost:3000"],
  ["http://app.internal", "http", "http://app.internal:80"],
  ["HTTPS://10.0.0.5", "https", "https://10.0.0.5:443"],
  ["https://[::1]:8443/", "https", "https://[::1]:8443"],
  ["tcp://10.0.0.5:22", "tcp", "10.0.0.5:22"],
])("--tunnel %s", (text, proto, forwards_to) => {
  expect(read("--tunnel", text).tunnels).toEqual([{ proto, forwards_to }]);
});

test.each([
  [["--tunnel", "http"], /the port is missing/],
  [["--tunnel", "gopher:70"], /http, https, tcp or tls/],
  [["--tunnel", "http:0"], /1 to 65535/],
  [["--tunnel", "http:65536"], /1 to 65535/],
  [["--tunnel", "http:abc"], /1 to 65535/],
  [["--tunnel", "localhost"], /the port is missing/],
  [["--tunnel", "localhost:0"], /1 to 65535/],
  [["--tunnel", "tcp://10.0.0.5"], /the port is missing/],
  [["--tunnel", "gopher://localhost:70"], /http, https, tcp or tls/],
  [["--tunnel", "http://localhost:3000/app"], /carries every path, so leave out \/app/],
  [["--tunnel", "http://localhost:3000?a=b"], /leave out \?a=b/],
  [["--tunnel", "http://me:secret@localhost:3000"], /user and password/],
  [["--tunnel", "http://"], /can’t be read/],
  [["--tunnel", "http:80,name=x"], /unknown setting "name=x"/],
  [["--tunnel", "http:80,hostname=A"], /lower case/],
  [["--tunnel", "http:80,hostname=a,hostname=b"], /twice/],
  [["--tunnel", "http:80,hostname=a", "--label", "a=b"], /no public URL/],
  [["--label", "a"], /key=value/],
  [["--label", "a=b", "--label", "a=c"], /twice/],
  [["--region", "moon"], /choose one of us,/],
  [["--metadata", "é".repeat(2049)], /4,098 of 4,096 bytes/],
  [["--authtokens", "x"], /Unknown option '--authtokens'\. Use --help/],
  [["--url", "ftp://x"], /http, https, ws or wss/],
  [["--dial-timeout", "0"], /whole number from 1 to 3600/],
  [["--drain", "1.5"], /whole number from 0 to 3600/],
  [["extra"], /extra/],
])("%j is refused", (args, message) => {
  expect(() => read(...args)).toThrow(message);
  expect(() => read(...args)).toThrow(ConfigError);
});

test("a password in --tunnel is refused and not repeated", () => {
  expect(() => read("--tunnel", "http://me:secret@localhost:3000")).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining("secret") }),
  );
});

test("--url is asked for", () => {
  expect(() => readFlags([])).toThrow(/--url is missing/);
  for (const flag of ["--url", "--tunnel", "--label", "--region"]) expect(HELP).toContain(flag);
});

test("the README's table has every flag, written as --help has it, and no other", () => {
  const readme = readFileSync(join(import.meta.dirname, "README.md"), "utf8");
  const rows = readme.split("\n").filter((line) => line.startsWith("| `--"));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, flag]) => flag),
  );
  const flags = Object.entries(FLAGS).map(([name, flag]) => usageOf(name, flag));
  expect(new Set(named)).toEqual(new Set(flags));
  expect(named.length).toBe(flags.length);
});

test.each([
  ["http://127.0.0.1:4180", "ws://127.0.0.1:4180/agent"],
  ["https://gate.example/", "wss://gate.example/agent"],
  ["wss://gate.example/inner/agent", "wss://gate.example/inner/agent"],
  ["ws://gate.example/inner/", "ws://gate.example/inner/agent"],
])("AgentUrl %s", (text, expected) => {
  expect(AgentUrl.parse(text)).toBe(expected);
});

test("AgentUrl of its own answer is its answer; secrets in a URL are refused", () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ["http", "https", "ws", "wss"] }), (url) => {
      const once = AgentUrl.parse(url);
      expect(AgentUrl.parse(once)).toBe(once);
      expect(once).toMatch(/^wss?:\/\/.+\/agent$/);
    }),
  );
  for (const bad of ["http://me:pw@x", "http://x?key=1", "http://x#key=1", "x", ""]) {
    expect(AgentUrl.safeParse(bad).success).toBe(false);
  }
});

const host = fc.oneof(
  fc.domain().map((name) => name.toLowerCase()),
  fc.ipV4(),
  fc.ipV6().map((ip) => `[${ip}]`),
);
const port = fc.integer({ min: 1, max: 65_535 });

test("any host and port of any protocol are forwarded to", () => {
  fc.assert(
    fc.property(fc.constantFrom("http", "https", "tcp", "tls"), host, port, (proto, host, port) => {
      const [tunnel] = read("--tunnel", `${proto}:${host}:${port}`).tunnels;
      const prefix = proto.startsWith("http") ? `${proto}://` : "";
      expect(tunnel).toEqual({ proto, forwards_to: `${prefix}${host}:${port}` });
    }),
  );
});

test("any text is read or refused with a ConfigError", () => {
  const outcome = (arg: string) => {
    try {
      return typeof read(arg).url;
    } catch (error) {
      return error instanceof ConfigError ? "string" : error;
    }
  };
  fc.assert(
    fc.property(fc.constantFrom("--tunnel", "--label", "--region", "--url"), fc.string(), (flag, text) => {
      expect(outcome(`${flag}=${text}`)).toBe("string");
    }),
  );
});

// Cause: one update key in 64 begins with "-", and "--update-key -…" was refused. Law: a value is one, however it begins.
test("an update key is read, however it begins", () => {
  const key = fc.stringMatching(/^-{0,3}[A-Z][\w-]{39}$/).map((text) => text.padEnd(43, "-"));
  fc.assert(
    fc.property(key, (key) => {
      expect(read("--update-key", key).updateKey).toBe(key);
      expect(withoutFlags(FLAGS, ["--authtoken", key, "--no-update-check"], SECRETS)).toEqual([
        "--no-update-check",
      ]);
    }),
  );
  expect(() => read("--update-key", "--no-update-check")).toThrow(ConfigError);
  expect(() => read("--online-within", "-5")).toThrow(/^--online-within must/);
});

describe("the authtoken", () => {
  test("never reaches a worker's arguments, the rest does", () => {
    const rest = fc.constantFrom(
      [...URL_FLAG],
      ["--tunnel", "http:80"],
      ["--no-update-check"],
      ["--metadata=x"],
    );
    const secret = fc.constantFrom(
      ["--authtoken", "gha_x"],
      ["--authtoken=gha_x"],
      ["--authtoken-file", "gha_x"],
    );
    fc.assert(
      fc.property(fc.array(rest), secret, fc.array(rest), (before, secret, after) => {
        expect(withoutFlags(FLAGS, [...before.flat(), ...secret, ...after.flat()], SECRETS)).toEqual(
          [...before, ...after].flat(),
        );
      }),
    );
  });

  test("comes from flag, file or environment", () => {
    const dir = mkdtempSync(join(tmpdir(), "gatehouse-agent-"));
    const file = join(dir, "token");
    writeFileSync(file, "gha_file\n");
    const env = { GATEHOUSE_AUTHTOKEN: "gha_env" };
    expect(findAuthtoken({ authtoken: "gha_flag" }, env)).toBe("gha_flag");
    expect(findAuthtoken({ authtokenFile: file }, env)).toBe("gha_file");
    expect(findAuthtoken({}, env)).toBe("gha_env");
    expect(() => findAuthtoken({}, {})).toThrow(/GATEHOUSE_AUTHTOKEN/);
    expect(() => findAuthtoken({ authtoken: "" }, env)).toThrow(ConfigError);
    expect(() => findAuthtoken({ authtokenFile: join(dir, "none") }, env)).toThrow(
      /Can’t read --authtoken-file/,
    );
    expect(() => findAuthtoken({ authtoken: "a", authtokenFile: file }, env)).toThrow(/not both/);
    // Cause: an API key was only told "Authtoken refused". Law: a mix-up is named, with where to get the right one, and the key is not repeated.
    const key = `gh2_${"0".repeat(27)}_secret`;
    expect(() => findAuthtoken({ authtoken: key }, env)).toThrow(/^This is an API key, not an authtoken\./);
    expect(() => findAuthtoken({ authtoken: key }, env)).not.toThrow(/secret$|gh2_/);
    rmSync(dir, { recursive: true });
  });
});
