// Cause: a look-up by prefix may miss a range that a plain comparison finds. Law: an address is in a range whose leading bits it
// has, each family by itself, and IPv4 written as IPv6 is IPv4 (protocol-facts.md#ip-policies).
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalCidr } from "#contract/cidr.ts";
import { IpRanges, pointOf } from "./ip-ranges.ts";

/** Few different bits, so that addresses and ranges meet. */
const byte = fc.constantFrom(0, 1, 128, 255);
const v4 = fc.array(byte, { minLength: 4, maxLength: 4 }).map((bytes) => bytes.join("."));
const v6 = fc
  .array(fc.constantFrom("0", "1", "8000", "ffff"), { minLength: 8, maxLength: 8 })
  .map((parts) => parts.join(":"))
  // These are IPv4, as the test below says.
  .filter((address) => !address.startsWith("0:0:0:0:0:ffff:"));
const bitsOf = (address: string): string =>
  address
    .split(/[.:]/)
    .map((part) => Number.parseInt(part, address.includes(":") ? 16 : 10).toString(2))
    .map((bits) => bits.padStart(address.includes(":") ? 16 : 8, "0"))
    .join("");
/** With its host bits cleared, in its one writing. */
function rangeOf(address: string, length: number): { cidr: string; bits: string } {
  const bits = bitsOf(address).slice(0, length);
  const size = address.includes(":") ? 16 : 8;
  const parts = bits
    .padEnd(size === 16 ? 128 : 32, "0")
    .match(new RegExp(`.{${size}}`, "g"))!
    .map((part) => Number.parseInt(part, 2).toString(size === 16 ? 16 : 10));
  return { cidr: `${parts.join(size === 16 ? ":" : ".")}/${length}`, bits };
}
const range = fc.oneof(
  fc.tuple(v4, fc.integer({ min: 0, max: 32 })),
  fc.tuple(v6, fc.integer({ min: 0, max: 128 })),
);

test("an address is found by the leading bits of a range, and by nothing else", () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 8 }), fc.oneof(v4, v6), (given, asked) => {
      const ranges = given
        .map(([address, length]) => ({ ...rangeOf(address, length), six: address.includes(":") }))
        .filter(({ cidr }) => canonicalCidr(cidr) !== null);
      const look = new IpRanges<true>();
      for (const { cidr } of ranges) look.add(cidr, true);
      const plain = ranges.some(
        ({ bits, six }) => six === asked.includes(":") && bitsOf(asked).startsWith(bits),
      );
      expect(look.find(pointOf(asked)) ?? false).toBe(plain);
    }),
  );
});

test("IPv4 written as IPv6 is IPv4", () => {
  fc.assert(
    fc.property(v4, (asked) => {
      expect(pointOf(`::ffff:${asked}`)).toEqual(pointOf(asked));
    }),
  );
});

test.each(["10.0.0.1/8", "10.0.0.0", "abc/8", "::ffff:10.0.0.0/104"])("%s is refused", (cidr) => {
  expect(() => new IpRanges<true>().add(cidr, true)).toThrow(/^(Invalid|Mask|Host|IPv4)/);
});

test("the zone of a link is no part of an address", () => {
  expect(pointOf("fe80::1%eth0")).toEqual(pointOf("fe80::1"));
});
