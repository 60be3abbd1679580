import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Region, REGIONS, TunnelRequest } from "#contract/agent-protocol.ts";
import { mayBind } from "#contract/may-bind.ts";
import { createKeptAddresses } from "./kept-address.ts";
import { publicAddress, wholeName } from "./public-address.ts";
import { plainIp } from "../addresses.ts";

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,10}[a-z0-9])?$/);
const domain = fc.array(label, { minLength: 2, maxLength: 4 }).map((parts) => parts.join("."));
const region = fc.constantFrom<Region>(...REGIONS);
const proto = fc.constantFrom("http" as const, "https" as const, "tcp" as const, "tls" as const);

describe("mayBind", () => {
  const tunnel = (hostname?: string) => ({ proto: "http" as const, forwards_to: "x:1", hostname });

  test("no rule and * permit everything; a rule permits its own name and no other", () => {
    fc.assert(
      fc.property(domain, domain, (name, other) => {
        expect(mayBind([], tunnel(name))).toBe(true);
        expect(mayBind(["bind:x", "*"], tunnel(name))).toBe(true);
        expect(mayBind([`bind:${name}`], tunnel(name))).toBe(true);
        expect(mayBind([`bind:${name}`], tunnel(other))).toBe(name === other);
        expect(mayBind([`bind:${name}`], tunnel())).toBe(false);
      }),
    );
  });

  test("a wildcard permits what is below its domain, not the domain or a longer label", () => {
    fc.assert(
      fc.property(domain, label, (name, below) => {
        expect(mayBind([`bind:*.${name}`], tunnel(`${below}.${name}`))).toBe(true);
        expect(mayBind([`bind:*.${name}`], tunnel(name))).toBe(false);
        expect(mayBind([`bind:*.${name}`], tunnel(`${below}${name}`))).toBe(false);
      }),
    );
  });

  // Cause: a rule for the very URL of an agent refused it, since the name was compared as it was asked for, without its domain. Law: a
  // rule permits what it names.
  test("a name of one label is permitted as it was asked for, and as the name it becomes", () => {
    fc.assert(
      fc.property(label, region, proto, (hostname, at, proto) => {
        const asked = { ...tunnel(hostname), proto };
        const whole = wholeName({ hostname, proto }, at, "tunnels.example");
        expect(publicAddress(asked, at, "tunnels.example")?.hostport.replace(/:\d+$/, "")).toBe(whole);
        for (const rule of [hostname, whole, "*.tunnels.example"])
          expect(mayBind([`bind:${rule}`], asked, whole)).toBe(true);
        expect(mayBind([`bind:x${whole}`, "bind:*.other.example"], asked, whole)).toBe(false);
      }),
    );
  });

  test("every label must be permitted", () => {
    const labelled = { proto: "http" as const, forwards_to: "x:1", labels: { app: "web", env: "prod" } };
    expect(mayBind(["bind:app=web"], labelled)).toBe(false);
    expect(mayBind(["bind:app=web", "bind:env=*"], labelled)).toBe(true);
    expect(mayBind(["bind:*=web", "bind:*=prod"], labelled)).toBe(true);
    expect(mayBind(["bind:app.web"], labelled)).toBe(false);
  });
});

describe("publicAddress", () => {
  test("is a URL that parses, whose host is the hostport", () => {
    fc.assert(
      fc.property(
        proto,
        region,
        fc.option(fc.oneof(label, domain), { nil: undefined }),
        (proto, region, hostname) => {
          const request = TunnelRequest.parse({ proto, forwards_to: "x:1", hostname });
          const address = publicAddress(request, region, "gatehouse.example")!;
          const url = new URL(address.url.replace(/^(tcp|tls):/, "ws:"));
          expect(address.hostport).toBe(`${url.hostname}:${url.port || "443"}`);
          const asked = hostname?.includes(".") ? hostname : `.${region}.gatehouse.example`;
          expect(url.hostname.endsWith(asked)).toBe(true);
        },
      ),
    );
  });

  test("an asked-for TCP port is kept; labels make it private", () => {
    const tcp = { proto: "tcp" as const, forwards_to: "x:1" };
    expect(publicAddress({ ...tcp, hostname: "db.example.com:5432" }, "eu", "g")?.url).toBe(
      "tcp://db.example.com:5432",
    );
    expect(publicAddress({ ...tcp, labels: { a: "b" } }, "eu", "g")).toBeNull();
  });
});

test("addresses are plain", () => {
  expect(
    ["::ffff:10.0.0.1", "::FFFF:10.0.0.1", "fe80::1%eth0", "2001:db8::1", "10.0.0.1"].map(plainIp),
  ).toEqual(["10.0.0.1", "10.0.0.1", "fe80::1", "2001:db8::1", "10.0.0.1"]);
});

test("an address is kept for who was given it: the same authtoken, the same account", () => {
  const kept = createKeptAddresses("a secret");
  const [hostport, sessionId] = ["calm-reef.us.localhost:443", "ts_1"];
  const sealed = kept.seal("cr_1", hostport, sessionId);
  expect(kept.open("cr_1", sealed)).toEqual({ hostport, sessionId });
  expect(kept.open("cr_2", sealed)).toBeNull();
  expect(createKeptAddresses("another").open("cr_1", sealed)).toBeNull();
  expect(kept.open("cr_1", sealed.replace("calm", "wild"))).toBeNull();
  expect(kept.open("cr_1", sealed.replace("ts_1", "ts_2"))).toBeNull();
  expect(kept.open("cr_1", sealed.replace(" ", "\n"))).toBeNull();
  fc.assert(
    fc.property(fc.string(), (noise) => {
      expect(kept.open("cr_1", noise)).toBeNull();
    }),
  );
});
