import * as fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it, test } from "vitest";
import { canonicalCidr, cidrFault } from "#contract/cidr.ts";
import { naiveMatch } from "#testing/ip-rule-arbitraries.ts";
import { withoutPort } from "./range-fault.ts";
import { compareRanges, contains, covers, readAddress, readRange } from "./range.ts";

const anyAddress = fc
  .oneof(fc.uint8Array({ minLength: 4, maxLength: 4 }), fc.uint8Array({ minLength: 16, maxLength: 16 }))
  .map((bytes) => ipaddr.fromByteArray([...bytes]))
  .filter((address) => !(address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()));
const anyRange = anyAddress.chain((address) =>
  fc.nat(address.kind() === "ipv4" ? 32 : 128).map((bits) => `${address.toString()}/${bits}`),
);

test.each([
  ["10.20.1.7/16", "10.20.0.0/16", ["hostBits"]],
  ["203.0.113.9", "203.0.113.9/32", ["noMask"]],
  ["2001:db8::1", "2001:db8::1/128", ["noMask"]],
  ["2001:DB8::1/32", "2001:db8::/32", ["hostBits"]],
  ["::ffff:10.0.0.0/104", "10.0.0.0/8", ["mapped"]],
  ["::ffff:10.1.2.3", "10.1.2.3/32", ["noMask", "mapped"]],
  ["::ffff:10.1.2.3/104", "10.0.0.0/8", ["mapped", "hostBits"]],
  ["::ffff:0:0/96", "0.0.0.0/0", ["mapped"]],
  ["::/0", "::/0", []],
  [" 10.0.0.0/8 ", "10.0.0.0/8", []],
])("%s is read as %s", (text, canonical, oddities) => {
  expect(readRange(text)).toMatchObject({ text: canonical, oddities });
});

test.each([
  "",
  "/8",
  "10.0.0.0/33",
  "10.0.0.0/08",
  "10.0.0/8",
  "010.0.0.0/8",
  "fe80::%eth0/64",
  "a/8",
  "1/2/3",
])("%s is no range", (text) => expect(readRange(text)).toBeNull());

describe("any range", () => {
  it("is read as the contract reads it, and its correction is what the contract takes", () => {
    fc.assert(
      fc.property(anyRange, (text) => {
        const range = readRange(text);
        expect(range).not.toBeNull();
        expect(canonicalCidr(range!.text)).toBe(range!.text);
        expect(range!.oddities.includes("hostBits")).toBe(cidrFault(text) !== null);
        expect(canonicalCidr(text) ?? range!.text).toBe(range!.text);
      }),
    );
  });

  it("matches the addresses that share its leading bits, and no others", () => {
    fc.assert(
      fc.property(anyRange, anyAddress, fc.nat(128), (text, other, flip) => {
        const [host = ""] = text.split("/");
        const bytes = ipaddr.parse(host).toByteArray();
        const at = flip % (bytes.length * 8);
        bytes[at >> 3] = (bytes[at >> 3] ?? 0) ^ (0x80 >> (at & 7));
        const near = ipaddr.fromByteArray(bytes);
        fc.pre(!(near instanceof ipaddr.IPv6 && near.isIPv4MappedAddress()));
        for (const address of [host, other.toString(), near.toString()]) {
          expect(contains(readRange(text)!, readAddress(address)!)).toBe(naiveMatch(text, address));
        }
      }),
    );
  });

  it("comes after the ranges that hold it", () => {
    fc.assert(
      fc.property(anyRange, anyRange, (a, b) => {
        const [x, y] = [readRange(a)!, readRange(b)!];
        expect(covers(x, y) && compareRanges(x, y) > 0).toBe(false);
        expect(Math.sign(compareRanges(x, y))).toBe(-Math.sign(compareRanges(y, x)) + 0);
      }),
    );
  });
});

it("takes an IPv4 address written as IPv6 for the IPv4 address, and keeps the families apart", () => {
  const point = readAddress("::ffff:203.0.113.9")!;
  expect(point).toMatchObject({ family: 4, text: "203.0.113.9", mapped: true });
  expect(contains(readRange("203.0.113.0/24")!, point)).toBe(true);
  expect(contains(readRange("::/0")!, point)).toBe(false);
  expect(contains(readRange("0.0.0.0/0")!, readAddress("2001:db8::1")!)).toBe(false);
});

it("no text crashes it", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => [readRange(text), readAddress(text)]).not.toThrow();
    }),
  );
});

describe("an address out of a log", () => {
  // Cause: the lab refused what logs write, an address with its port or in brackets. Law: an address can be tried as
  // logs write it.
  it("is read without its port and brackets, and a plain one stays as it is", () => {
    fc.assert(
      fc.property(anyAddress, fc.nat(65_535), (address, port) => {
        const text = address.toString();
        expect(withoutPort(text)).toBe(text);
        const wrapped = address.kind() === "ipv6" ? `[${text}]` : text;
        expect(withoutPort(wrapped)).toBe(text);
        expect(withoutPort(` ${wrapped}:${port} `)).toBe(text);
      }),
    );
  });
});
