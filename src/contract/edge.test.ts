import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { Hostport } from "./edge-fields.ts";
import { HttpsEdgeCreate, TcpEdgeCreate } from "./edge-request.ts";
import { askedPath } from "./route-path.ts";
import { RouteCreate } from "./route-request.ts";

const ok = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

describe("Hostport", () => {
  it("takes every domain on port 443, and its wildcard", () => {
    fc.assert(
      fc.property(
        fc.domain().filter(({ length }) => length < 250),
        (domain) => {
          const host = domain.toLowerCase();
          expect(ok(Hostport, `${host}:443`)).toBe(true);
          expect(ok(Hostport, `*.${host}:443`)).toBe(true);
          expect(ok(Hostport, `${host}:80`)).toBe(false);
          expect(ok(Hostport, host)).toBe(false);
        },
      ),
    );
  });

  it.each([
    "App.example.com:443",
    "https://a.example:443",
    "a..example:443",
    "-a.example:443",
    "a-.example:443",
    "a.*.example:443",
    "*:443",
    "a_b.example:443",
    `${"a".repeat(64)}.example:443`,
    `${"a.".repeat(126)}ab:443`,
    "a.example:443\n",
    "",
  ])("refuses %j", (text) => expect(ok(Hostport, text)).toBe(false));

  it("is a domain on HTTPS and TLS edges, and on a TCP edge an address: any port but that of domains", () => {
    // Cause: both took what the other is for. Law: protocol-facts.md#edges, 7121 and 7133, 7120 and 7116.
    for (const host of ["1.2.3.4", "127.0.0.1", "8", "a.example.1", "*.1"]) {
      expect([host, ok(Hostport, `${host}:443`)]).toEqual([host, false]);
    }
    for (const host of ["a1.2b", "1.2.3.4.example", "1-2-3-4.example"])
      expect(ok(Hostport, `${host}:443`)).toBe(true);
    const tcp = (hostport: string) => ok(TcpEdgeCreate, { hostports: [hostport] });
    for (const hostport of ["x.example.com:443", "1.2.3.4:443"]) expect(tcp(hostport)).toBe(false);
    // Cause: an address without a port was told of lower case first. Law: an error says what is wrong with what was typed.
    const { error } = TcpEdgeCreate.safeParse({ hostports: ["tcp.example.com"] });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "must have a port. Example: tcp.example.com:20001",
    ]);
    for (const hostport of ["1.tcp.example.com:20001", "1.2.3.4:20001", "a.example:4430"])
      expect(tcp(hostport)).toBe(true);
  });

  it("is named once per edge", () => {
    expect(ok(HttpsEdgeCreate, { hostports: ["a.example:443", "b.example:443"] })).toBe(true);
    expect(ok(HttpsEdgeCreate, { hostports: ["a.example:443", "a.example:443"] })).toBe(false);
  });
});

describe("a route's match", () => {
  const route = (match: string) => ok(RouteCreate, { match_type: "path_prefix", match });

  it("begins with a slash, without spaces or control characters", () => {
    for (const match of ["/", "/api/v1/", "/ü", "/a%3Fb"]) expect(route(match)).toBe(true);
    for (const match of ["", "api", "/a b", "/a\n", "/\u0000", "/\uD800"]) expect(route(match)).toBe(false);
  });

  // Cause: a path with a query was taken, and no request ever matched it. Law: what can't work is refused, with what to do.
  it("ends before a query and a fragment", () => {
    for (const match of ["/a?x=1", "/a#b", "/?"]) expect(route(match)).toBe(false);
  });

  // Cause: who wrote such a path was told to remove //, which a path of dots or a URL needs more than. Law: what to write instead is
  // said, and can be written.
  it("has another one that requests ask for, where none asks for it", () => {
    const part = fc.constantFrom("/", "a", ".", "..", "%2e", "?", "#", "b");
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const path = askedPath(`/${parts.join("")}`);
        expect([path, route(path)]).toEqual([path, true]);
        expect(askedPath(path)).toBe(path);
      }),
    );
    expect(["/a/b", "/a/b/", "/a..b", "/"].map(askedPath)).toEqual(["/a/b", "/a/b/", "/a..b", "/"]);
  });

  it("has at most 2048 bytes", () => {
    expect(route(`/${"é".repeat(1023)}x`)).toBe(true);
    expect(route(`/${"é".repeat(1024)}`)).toBe(false);
  });
});
