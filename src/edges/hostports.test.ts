import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { EDGE_FIELDS } from "#contract/edge-fields.ts";
import { normalHostport, normalHostports } from "./hostports.ts";

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);
const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
const cased = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => Array.from(text, (one, i) => (upper[i] ? one.toUpperCase() : one)).join(""));
const scheme = fc.constantFrom("", "https://", "HTTP://", "tls://", "tcp://");
const rest = fc.constantFrom("", "/", "/cart?a=1#b", "?q", "#top");
const space = fc.constantFrom("", " ", "\t\n");

// Cause: `https://Shop.example/` was refused as "must be host:443". Law: what is clearly meant is taken, and the form says as what.
describe("an address as it is pasted", () => {
  it.each(["https", "tls"] as const)(
    "is a host and port for an %s edge, whatever stands around it",
    (protocol) => {
      const typed = host.chain((name) =>
        fc.tuple(fc.constant(name), cased(name), scheme, fc.constantFrom("", ".", ":443"), rest, space),
      );
      fc.assert(
        fc.property(typed, ([name, shown, before, port, after, blank]) => {
          expect(normalHostport(protocol, `${blank}${before}${shown}${port}${after}${blank}`)).toBe(
            `${name}:443`,
          );
        }),
      );
    },
  );

  it("keeps the port of a TCP edge, and makes up none", () => {
    fc.assert(
      fc.property(host, fc.integer({ min: 1, max: 65_535 }), scheme, rest, (name, port, before, after) => {
        fc.pre(port !== 443);
        expect(normalHostport("tcp", `${before}${name}:${port}${after}`)).toBe(`${name}:${port}`);
        expect(normalHostport("tcp", `${before}${name}${after}`)).toBe(`${before}${name}${after}`);
      }),
    );
  });

  it("changes nothing that an edge takes, nothing twice, and nothing that stays refused", () => {
    fc.assert(
      fc.property(fc.constantFrom("https", "tls", "tcp"), fc.oneof(fc.string(), host), (protocol, typed) => {
        const normal = normalHostport(protocol, typed);
        const taken = (text: string) => z.safeParse(EDGE_FIELDS[protocol].hostports, [text]).success;
        expect(normalHostport(protocol, normal)).toBe(normal);
        expect(normal === typed || (!taken(typed) && taken(normal))).toBe(true);
      }),
    );
  });

  it.each([
    ["https://Shop.example/", "shop.example:443"],
    ["*.Example.com", "*.example.com:443"],
    ["münchen.example", "xn--mnchen-3ya.example:443"],
    ["203.0.113.7", "203.0.113.7"],
    ["shop.example:8443", "shop.example:8443"],
    ["", ""],
  ])("%s → %s", (typed, normal) => {
    expect(normalHostport("https", typed)).toBe(normal);
  });

  it("that the service gave goes back as it came", () => {
    expect(normalHostports("https", ["Old.example:443", "New.example"], ["Old.example:443"])).toEqual([
      "Old.example:443",
      "new.example:443",
    ]);
  });
});
