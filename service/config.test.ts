import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConfigError, defaultOf, usageOf, variable } from "#contract/command-line.ts";
import { type Config, FLAGS, HELP, readConfig } from "./config.ts";

const defaults: Config = {
  port: 4180,
  host: "127.0.0.1",
  data: "./.gatehouse",
  link: false,
  demo: null,
  apiKey: null,
  versionHeader: "Service-Version",
  rateLimit: 0,
  keyFailures: 20,
  upstream: null,
  upstreamVersionHeader: "Service-Version",
  databaseUrl: null,
  lease: 15,
  peerUrl: null,
  allowHost: [],
  headerTimeout: 15,
  requestTimeout: 30,
  maxConnections: 20_000,
  agentMessages: 600,
  agentBytes: 4_000_000,
  authtokenSessions: 15_000,
  addressSessions: 15_000,
  agentTunnels: 100,
  tunnelLabels: 64,
  addressFailures: 20,
  keyStreams: 20,
  releases: null,
  backup: null,
  restore: null,
  edgeHttp: null,
  edgeHttps: null,
  edgeTcp: { first: 10_000, last: 29_999 },
  edgeHost: null,
  publicBase: "localhost",
  tlsCert: null,
  tlsKey: null,
  edgeHeaderTimeout: 15,
  edgeIdleTimeout: 75,
  edgeAnswerTimeout: 60,
  edgeHeaderBytes: 65_536,
  edgeConnections: 20_000,
  edgeStreams: 1_000,
  edgeAppIdle: 4,
  edgeLinkTimeout: 15,
  edgeDrain: 10,
  oauthApp: [],
  demoVisitors: null,
  trafficKeep: { rows: 200_000, bytes: 512_000_000, days: 7 },
  eventsKeep: 365,
  privateDestinations: false,
  trustForwarded: false,
  log: "info",
};

describe("readConfig", () => {
  it("has defaults", () => {
    expect(readConfig([], {})).toEqual(defaults);
  });

  it("takes variables, and flags before variables; an empty variable is not set", () => {
    const env = { GATEHOUSE_PORT: "5000", GATEHOUSE_VERSION_HEADER: "X-Version", GATEHOUSE_DEMO: "" };
    expect(readConfig(["--port", "0", "--data=/tmp/x"], env)).toEqual({
      ...defaults,
      port: 0,
      data: "/tmp/x",
      versionHeader: "X-Version",
    });
  });

  it("answers --help with every flag and its variable", () => {
    expect(readConfig(["--help"], {})).toBe("help");
    for (const name of ["port", "host", "data", "demo", "api-key", "version-header", "rate-limit", "log"]) {
      expect(HELP).toContain(`--${name} `);
    }
    expect(HELP).toContain("GATEHOUSE_API_KEY");
  });

  it("is what the README's table says: names, variables, defaults", () => {
    const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
    const rows = readme.split("\n").filter((line) => line.startsWith("| `--"));
    const cells = rows.map((row) => row.split("|").map((cell) => cell.replaceAll("`", "").trim()));
    const told = cells.map(([, flag, ...rest]) => [flag, rest.slice(0, 2)] as const);
    const flags = Object.entries(FLAGS).map(([name, flag]) => {
      const without = defaultOf(flag) || (flag.fallback === false ? "off" : "none");
      return [usageOf(name, flag), [variable(name), without]] as const;
    });
    expect(new Map(told)).toEqual(new Map(flags));
    expect(told.length).toBe(flags.length);
  });

  it("reads the managed apps, each with the file of its secret", () => {
    const env = { GATEHOUSE_OAUTH_APP: "github=Iv1.a:/run/a, google=b.example:C:/b" };
    expect(readConfig([], env)).toMatchObject({
      oauthApp: [
        { provider: "github", clientId: "Iv1.a", secretFile: "/run/a" },
        { provider: "google", clientId: "b.example", secretFile: "C:/b" },
      ],
    });
  });

  it.each([
    [["--colour", "red"], {}, /Unknown option '--colour'.*--help/],
    [
      ["--database-url", "mysql://me:hunter2@db/x"],
      {},
      /^(?!.*hunter2)--database-url must be like postgres:/,
    ],
    [["--traffic-keep", "rows=10,rows=20"], {}, /--traffic-keep must be like rows=200000,bytes=512MB,days=7/],
    [["--events-keep", "0"], {}, /--events-keep must be a number of days from 1 to 3650, or off/],
    [["--traffic-keep", "days=7MB"], {}, /--traffic-keep must be like/],
    [["--traffic-keep", "bytes=2000GB"], {}, /--traffic-keep must be like/],
    [["--oauth-app", "amazon=id:/run/secret"], {}, /--oauth-app must be like github=CLIENT_ID:/],
    [[], { GATEHOUSE_OAUTH_APP: "github=id:/run/a,google=id" }, /GATEHOUSE_OAUTH_APP must be like/],
    [["--lease", "0"], {}, /--lease must be a whole number from 1 to 3600/],
    [["--peer-url", "ftp://10.0.0.5:1"], {}, /--peer-url must be like https:/],
    [["--peer-url", "https://10.0.0.5"], {}, /--peer-url must be like https:/],
    [["--peer-url", "https://me:hidden@10.0.0.5:1"], {}, /^(?!.*hidden).*--peer-url must be like/],
    [["serve"], {}, /Unexpected argument 'serve'/],
    [["--port"], {}, /--port/],
    [["--port", "eighty"], {}, /--port must be a whole number from 0 to 65535, not "eighty"/],
    [["--port", "65536"], {}, /--port must be/],
    [[], { GATEHOUSE_DEMO: "-1" }, /GATEHOUSE_DEMO must be a whole number/],
    [["--data", ""], {}, /--data needs a value/],
    [["--version-header", "a b"], {}, /--version-header must be the name of an HTTP header/],
    [["--log", "loud"], {}, /--log must be one of debug/],
    [["--database-url", "mysql://x"], {}, /--database-url must be like postgres:/],
  ])("refuses %j %j", (args, env, message) => {
    expect(() => readConfig(args, env)).toThrow(ConfigError);
    expect(() => readConfig(args, env)).toThrow(message);
  });

  it("reads the flags of a service behind a proxy, or before another service", () => {
    const args = ["--trust-forwarded", "--upstream", "https://api.example.com/v1/"];
    expect(readConfig(args, { GATEHOUSE_UPSTREAM_VERSION_HEADER: "Their-Version" })).toEqual({
      ...defaults,
      trustForwarded: true,
      upstream: "https://api.example.com/v1",
      upstreamVersionHeader: "Their-Version",
    });
    expect(readConfig([], { GATEHOUSE_TRUST_FORWARDED: "no" })).toEqual(defaults);
    expect(() => readConfig([], { GATEHOUSE_TRUST_FORWARDED: "maybe" })).toThrow(/true or false/);
    expect(() => readConfig(["--upstream", "https://a:hidden@b"], {})).toThrow(
      /^(?!.*hidden).*must not contain a user/,
    );
    for (const url of ["api.example.com", "ftp://a", "https://a/?b=c", "https://a/#b"]) {
      expect(() => readConfig(["--upstream", url], {})).toThrow(/--upstream must be like https:/);
    }
  });

  it("keeps the default of a bound of traffic that is not given", () => {
    expect(readConfig(["--traffic-keep", "off"], {})).toMatchObject({ trafficKeep: "off" });
    expect(readConfig(["--events-keep", "off"], {})).toMatchObject({ eventsKeep: null });
    expect(readConfig(["--traffic-keep", "bytes=2gb,rows=0"], {})).toMatchObject({
      trafficKeep: { rows: 0, bytes: 2e9, days: 7 },
    });
  });

  it("reads any text of any flag, or refuses it by its name", () => {
    const outcome = (name: string, text: string) => {
      try {
        return typeof readConfig([`--${name}=${text}`], {});
      } catch (error) {
        return error instanceof ConfigError && error.message.startsWith(`--${name} `) ? "object" : error;
      }
    };
    const named = Object.entries(FLAGS).filter(([, { value }]) => value !== undefined);
    const names = fc.constantFrom(...named.map(([name]) => name));
    fc.assert(
      fc.property(names, fc.string(), (name, text) => {
        expect(outcome(name, text)).toBe("object");
      }),
    );
  });

  it("never repeats a token it refuses", () => {
    const secret = "has spaces and is secret";
    expect(() => readConfig(["--api-key", secret], {})).toThrow(/at least 20 characters/);
    expect(() => readConfig(["--api-key", secret], {})).not.toThrow(new RegExp(secret));
    expect(() => readConfig(["--api-key", "gha_0123456789012345678901"], {})).toThrow(/authtoken/);
  });
});
