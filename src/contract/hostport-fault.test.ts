// Cause: every address that an edge refused was told of port 443 and lower case, whatever was wrong with it. Law: an error names only what
// is wrong, with a valid example.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { EDGE_FIELDS } from "./edge-fields.ts";

type Protocol = keyof typeof EDGE_FIELDS;
const faultsOf = (protocol: Protocol, text: string) =>
  (z.safeParse(EDGE_FIELDS[protocol].hostports, [text]).error?.issues ?? []).map(({ message }) => message);

const LONG = "x".repeat(64);

it.each([
  ["shop .example", "must not contain spaces"],
  ["shop_1.example", "must not contain “_”"],
  ["a.example,b.example", "must not contain “,”"],
  ["https://Shop_1.example/cart", "must not contain “_”"],
  ["münchen_1.example", "must not contain “_”"],
  ["a\u0001.example", "must not contain control characters"],
  ["127.0.0.1", "must be a domain, not an IP address"],
  ["127.0.0.1:443", "must be a domain, not an IP address"],
  ["http://127.0.0.1:8080/", "must be a domain, not an IP address"],
  ["[::1]:443", "must be a domain, not an IP address"],
  ["2001:db8::7", "must be a domain, not an IP address"],
  ["shop.example:8443", "must have port 443, not 8443"],
  ["Shop.example:8443", "must have port 443, not 8443"],
  ["shop.example:", "must have port 443"],
  ["shop.example", "must have port 443"],
  ["shop..example:443", "has a dot too many"],
  ["shop.example.:443", "has a dot too many"],
  ["-shop.example:443", "must have no “-” at the start or end of a part"],
  [`${LONG}.example`, "must have parts of at most 63 characters"],
  [`${"abcdefghi.".repeat(25)}abcd:443`, "must have a host name of at most 253 characters"],
  [":443", "must have a host name"],
  ["", "must have a host name"],
  ["Shop.example:443", "must be in lower case"],
  ["münchen.example:443", "must not contain “ü”"],
  ["https://shop.example:443", "must be a host and port, with nothing around them"],
])("an HTTPS edge says of %j: %s", (text, words) => {
  expect(faultsOf("https", text)).toEqual([`${words}. Example: app.example.com:443`]);
});

it.each(["a.*.example:443", "a*.example", "*", "*:443", "**.example", "*a.example"])(
  "says where an HTTPS edge takes a *, of %s",
  (text) => {
    expect(faultsOf("https", text)).toEqual([
      "can have * only as its whole first part. Example: *.example.com:443",
    ]);
  },
);

it.each([
  ["*.shop.example:20400", "can’t be a wildcard on a TCP edge"],
  ["db.shop.example:70000", "must have a port from 1 to 65535"],
  ["Db.shop.example:70000", "must have a port from 1 to 65535"],
  ["db.shop.example:700000", "must have a port from 1 to 65535"],
  ["db.shop.example:0", "must have a port from 1 to 65535"],
  ["db.shop.example:pg", "must have a port from 1 to 65535"],
  ["db.shop.example:020001", "must have a port without zeros at its start"],
  ["db.shop.example", "must have a port"],
  ["tcp://Db.shop.example", "must have a port"],
  ["db.shop.example:443", "can’t use port 443, which is for HTTPS and TLS edges"],
  ["Db.shop.example:443", "can’t use port 443, which is for HTTPS and TLS edges"],
  ["db shop.example:20400", "must not contain spaces"],
  ["[::1]:20400", "can’t be an IPv6 address"],
  ["Db.shop.example:20400", "must be in lower case"],
])("a TCP edge says of %j: %s", (text, words) => {
  expect(faultsOf("tcp", text)).toEqual([`${words}. Example: tcp.example.com:20001`]);
});

it("says one thing of whatever is refused, and its example is taken", () => {
  const part = fc.constantFrom(
    "a",
    "b-",
    "*",
    ".",
    "..",
    ":",
    "443",
    "20001",
    "70000",
    "_",
    " ",
    "Ü",
    "[",
    "/",
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 7 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(fc.constantFrom<Protocol>("https", "tls", "tcp"), texts, (protocol, text) => {
      const faults = faultsOf(protocol, text);
      expect(faults.length).toBeLessThan(2);
      for (const fault of faults) expect(faultsOf(protocol, fault.split("Example: ")[1] ?? "")).toEqual([]);
    }),
  );
});

// Cause: a repeated address was told only once all others were right. Law: all faults of a list are told at once.
it("is told beside an address that repeats another", () => {
  for (const [protocol, port] of [
    ["https", 443],
    ["tcp", 20001],
  ] as const) {
    const list = ["a b", `a.example:${port}`, `a.example:${port}`];
    const { error } = z.safeParse(EDGE_FIELDS[protocol].hostports, list);
    expect(error?.issues.map(({ path }) => path)).toEqual([[0], [2]]);
  }
});
