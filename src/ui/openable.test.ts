// Cause: the address of a wildcard was a link that opens nowhere. Law: a link leads somewhere.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isOpenable } from "./openable.ts";

it("opens what a browser can, and no wildcard", () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ["http", "https"] }), (url) => {
      expect(isOpenable(url)).toBe(!url.includes("*"));
      expect(isOpenable(url.replace("://", "://*."))).toBe(false);
    }),
  );
  for (const url of ["tcp://a.example:20001", "tls://a.example:443", ""]) expect(isOpenable(url)).toBe(false);
});
