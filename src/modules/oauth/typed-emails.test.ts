// Cause: "Ana Diaz <Ana@…>" as mail programs copy it was refused, with advice that was refused as well. Law: what has one right form
// is put into it, and advice can be followed.
import { expect, it } from "vitest";
import { parse } from "#contract/issues.ts";
import { oauthContract } from "#contract/modules/oauth.ts";
import { typedAddresses, typedDomains } from "./typed-emails.ts";

const refused = (lists: object) =>
  (parse(oauthContract.request, { provider: { google: lists } }).issues ?? []).map(({ message }) => message);

it.each([
  ["Ana@Northwind.example", ["ana@northwind.example"]],
  ["Ana Diaz <ana@northwind.example>", ["ana@northwind.example"]],
  [
    'Bob@x.example, "Roe, Carl" <carl@x.example>;\ndan@x.example',
    ["bob@x.example", "carl@x.example", "dan@x.example"],
  ],
  ["mailto:Eve@x.example", ["eve@x.example"]],
  [" , ;", []],
])("reads the addresses of %j", (text, addresses) => {
  expect(typedAddresses(text)).toEqual(addresses);
  expect(refused({ email_addresses: addresses })).toEqual([]);
});

it.each([
  ["Northwind.example", ["northwind.example"]],
  ["@northwind.example, x.example", ["northwind.example", "x.example"]],
  // Whoever has one address is not everyone at its domain.
  ["ana@northwind.example", ["ana@northwind.example"]],
])("reads the domains of %j", (text, domains) => {
  expect(typedDomains(text)).toEqual(domains);
});

it("leaves what is no address as it is, and advises only what is one", () => {
  expect(typedAddresses('Ana "A')).toEqual(["ana", "a"]);
  expect(refused({ email_addresses: ["Ana Diaz <ana@x.example>"], email_domains: ["@X.example"] })).toEqual([
    "must be an email address. Example: ana@example.com",
    "must be a domain in lower case, without @. Use x.example",
  ]);
  expect(refused({ email_addresses: ["Ana@x.example"] })).toEqual([
    "must be an address in lower case. Use ana@x.example",
  ]);
});

// Cause: what was pasted with blanks between was one domain, refused without a word of what to put there. Law: no domain has a blank.
it("domains are apart by blanks too, on each of several lines", () => {
  expect(typedDomains("a.example b.example;c.example\n@D.example,  e.example")).toEqual(
    ["a", "b", "c", "d", "e"].map((name) => `${name}.example`),
  );
});
