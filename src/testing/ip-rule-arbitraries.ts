import * as fc from "fast-check";
import ipaddr from "ipaddr.js";
import type { RuleLike } from "#policy-lab/verdict.ts";

/** Sixteen neighbouring addresses of each family: few enough to try them all. */
const BASES = { 4: ipaddr.parse("203.0.113.0").toByteArray(), 6: ipaddr.parse("2001:db8::").toByteArray() };
const WINDOW_BITS = 4;

const textOf = (family: 4 | 6, offset: number) => {
  const bytes = [...BASES[family]];
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) + offset;
  return ipaddr.fromByteArray(bytes).toString();
};

/** Every address of the windows, and one outside of each. */
export const SAMPLE_ADDRESSES = ([4, 6] as const).flatMap((family) =>
  Array.from({ length: 17 }, (_, offset) => textOf(family, offset)),
);

/** A range in the windows, now and then all of its family; always without host bits. */
const cidr = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom("0.0.0.0/0", "::/0") },
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.constantFrom(4 as const, 6 as const), fc.nat(WINDOW_BITS), fc.nat(15))
      .map(([family, free, offset]) => {
        const width = family === 4 ? 32 : 128;
        return `${textOf(family, (offset >> free) << free)}/${width - free}`;
      }),
  },
);

const rule = fc.record({
  cidr,
  action: fc.constantFrom("allow", "deny"),
  policy: fc.constantFrom("ipp_A", "ipp_B", "ipp_C"),
});

/** Rules of up to three policies, duplicates included. */
export const anyRules: fc.Arbitrary<RuleLike[]> = fc
  .array(rule, { maxLength: 10 })
  .map((all) => all.map(({ cidr, action, policy }, index) => ruleOf(`ipr_${index}`, cidr, action, policy)));

/** The same, but no range twice in one policy, as services of the family keep it (protocol-facts.md#ip-policies, 1408). */
export const lawfulRules: fc.Arbitrary<RuleLike[]> = anyRules.map((rules) => {
  const seen = new Set<string>();
  return rules.filter(({ cidr, ip_policy }) => {
    const name = `${ip_policy.id} ${cidr}`;
    return !seen.has(name) && seen.add(name);
  });
});

export function ruleOf(id: string, cidr: string, action: string, policy = "ipp_A"): RuleLike {
  return { id, cidr, action, ip_policy: { id: policy, uri: `https://api.example/ip_policies/${policy}` } };
}

const known = new Map<string, string>();

/** The bits of an address as text; each address is taken apart once. */
function bitsOf(address: string): string {
  const bits =
    known.get(address) ??
    ipaddr
      .parse(address)
      .toByteArray()
      .map((byte) => byte.toString(2).padStart(8, "0"))
      .join("");
  known.set(address, bits);
  return bits;
}

/** The oracle: is the address in the range, bit by bit? */
export function naiveMatch(cidr: string, address: string): boolean {
  const [host = "", mask] = cidr.split("/");
  const [a, b] = [bitsOf(host), bitsOf(address)];
  return a.length === b.length && a.slice(0, Number(mask)) === b.slice(0, Number(mask));
}

/** The oracle: protocol-facts.md#ip-policies, rule by rule. */
export function naiveAllowed(rules: readonly RuleLike[], address: string): boolean {
  const hit = (action: string) => rules.some((r) => r.action === action && naiveMatch(r.cidr, address));
  return hit("allow") && !hit("deny");
}
