import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHeaders } from "./read-headers.ts";

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,11}$/);
const value = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
const header = fc.record({ name, value });

describe("readHeaders", () => {
  it("reads back what was written, whatever the line ends", () => {
    fc.assert(
      fc.property(fc.array(header), fc.constantFrom("\n", "\r\n"), (headers, end) => {
        const text = headers.map(({ name, value }) => `${name}: ${value}`).join(end);
        expect(readHeaders(text)).toEqual({ headers, unread: [] });
        expect(readHeaders(`GET /a HTTP/1.1${end}${text}${end}`)).toEqual({ headers, unread: [] });
        expect(readHeaders(`HTTP/2 200${end}${text}`)).toEqual({ headers, unread: [] });
      }),
    );
  });

  it("says which lines are no header", () => {
    expect(readHeaders("Accept: */*\nno header\n: empty")).toEqual({
      headers: [{ name: "Accept", value: "*/*" }],
      unread: [
        { line: 2, text: "no header" },
        { line: 3, text: ": empty" },
      ],
    });
  });
});
