import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sessionName } from "./session-name.ts";

describe("sessionName", () => {
  it.each([
    ['{"name":"fra-gw-01","host":"h"}', "fra-gw-01"],
    ['{"host":"fra-gw-02"}', "fra-gw-02"],
    ['{"name":"  ","host":" h "}', "h"],
    ['{"name":7}', "ts_1"],
    ["[1]", "[1]"],
    ["build box", "build box"],
    ["123", "123"],
    ["a\nb", "ts_1"],
    ["x".repeat(41), "ts_1"],
    ["", "ts_1"],
    [null, "ts_1"],
  ])("of %j is %s", (metadata, name) => {
    expect(sessionName({ id: "ts_1", metadata })).toBe(name);
  });

  it("is never empty, whatever the metadata", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (metadata) => {
        expect(sessionName({ id: "ts_1", metadata }).trim()).not.toBe("");
      }),
    );
  });
});
