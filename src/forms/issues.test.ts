import { describe, expect, it } from "vitest";
import { byteCount } from "./byte-count.ts";
import { placed, sentence, sortIssues } from "./issues.ts";

describe("sortIssues", () => {
  it("puts an issue on the field of its path or the nearest above, in the form's order, first message first", () => {
    const sorted = sortIssues(
      [
        { path: ["num_buckets"], message: "must be at most 128" },
        { path: ["add", "x-a"], message: "must not be empty" },
        { path: ["enabled"], message: "must be true or false" },
        { path: ["num_buckets"], message: "second" },
      ],
      ["enabled", "add", "num_buckets"],
    );
    expect(sorted).toEqual({
      fields: [
        { name: "enabled", message: "Must be true or false.", types: { "[]": "Must be true or false." } },
        { name: "add", message: "Must not be empty.", types: { '["x-a"]': "Must not be empty." } },
        { name: "num_buckets", message: "Must be at most 128.", types: { "[]": "Must be at most 128." } },
      ],
      rest: [],
    });
  });

  it("finds the nested control, the entry of a list, and an entry of a list that is one object on the wire", () => {
    const names = ["provider.github", "provider.github.client_id", "inbound", "inbound.0.expressions"];
    const nameOf = (...path: (string | number)[]) => {
      const [field] = sortIssues([{ path, message: "m" }], names).fields;
      return field && [field.name, ...Object.keys(field.types)];
    };
    expect(nameOf("provider", "github", "client_id")).toEqual(["provider.github.client_id", "[]"]);
    expect(nameOf("provider", "github", "scopes", 1)).toEqual(["provider.github", '["scopes",1]']);
    expect(nameOf("provider", "gitlab")).toBeUndefined();
    expect(nameOf("provider")).toEqual(["provider.github", "[]"]);
    expect(nameOf("inbound", 0, "expressions", 1)).toEqual(["inbound.0.expressions", "[1]"]);
    expect(nameOf("inbound", "expressions", 1)).toEqual(["inbound.0.expressions", "[1]"]);
    expect(nameOf("inbound", 2, "name")).toEqual(["inbound", '[2,"name"]']);
    expect(nameOf("inbound", "name")).toEqual(["inbound", '["name"]']);
  });

  // Cause: an entry that repeats another was told after all other faults, "Entry 3 … Entry 5 … Entry 2". Law: the faults of a list are told
  // in its order.
  it("tells the faults of a list in its order, after those of the list itself", () => {
    const paths = [["list", 10], ["list", 2, "name"], ["list"], ["list", 2, "value"], ["list", 0]];
    const issues = paths.map((path) => ({ path, message: `m${path.join("")}` }));
    const [field] = sortIssues(issues, ["list"]).fields;
    expect(Object.keys(field?.types ?? {})).toEqual(["[]", "[0]", '[2,"name"]', '[2,"value"]', "[10]"]);
    expect(field?.message).toBe("Mlist.");
  });

  it("keeps what no field answers for", () => {
    const unknown = { path: ["backend_id"], message: "unknown" };
    const whole = { path: [], message: "must be an object" };
    expect(sortIssues([unknown, whole], ["enabled"])).toEqual({ fields: [], rest: [unknown, whole] });
  });
});

describe("sentence", () => {
  it("starts with a capital and ends with a stop", () => {
    expect(sentence("must be at most 128")).toBe("Must be at most 128.");
    expect(sentence("Write 0.5.")).toBe("Write 0.5.");
    expect(sentence("is too long: 300 of 255 bytes")).toBe("Too long: 300 of 255 bytes.");
    expect(sentence("names the same header")).toBe("Names the same header.");
  });

  // Cause: the first letter of every message was made a capital, "Bkdtg_1 is not the id". Law: wire names and ids stand as they are.
  it("keeps an id or a header name at its start as it is", () => {
    for (const text of ["bkdtg_1 is not the id.", "ipp_x.", "x-a: is there twice.", "h2 is off."]) {
      expect(sentence(text)).toBe(text);
    }
  });
});

// Cause: a fault was written as a sentence of its own after its place, "Entry 1: Is already served by …". Law: words read as people say them.
describe("a fault after its place", () => {
  it.each([
    ["Entry 1", "is already served by edge a.example", "Entry 1: already served by edge a.example."],
    ["Entry 2", "Must be at most 128.", "Entry 2: must be at most 128."],
    ["Entry 3", "is required", "Entry 3: required."],
    ["Entry 4", "GitHub can’t send it.", "Entry 4: GitHub can’t send it."],
    ["Entry 5", "IP ranges need a mask", "Entry 5: IP ranges need a mask."],
    // Cause: "Address 2: the same as entry 1". Law: one noun for one thing.
    ["Address 2", "is the same as entry 1. Remove one", "Address 2: the same as address 1. Remove one."],
    ["Email address 2", "is the same as entry 1", "Email address 2: the same as email address 1."],
    ["URL 2", "is the same as entry 1", "URL 2: the same as URL 1."],
    ["hostports, entry 2", "is the same as entry 1", "hostports, entry 2: the same as entry 1."],
    ["ipp_1", "ipp_1 is not the ID of an IP policy.", "ipp_1 is not the ID of an IP policy."],
    ["", "must be an object", "Must be an object."],
  ])("%s: %s", (place, message, text) => expect(placed(place, message)).toBe(text));
});

describe("byteCount", () => {
  it("counts bytes, not characters", () => {
    expect(byteCount("ä€😀", 9)).toEqual({ words: "9 of 9 bytes", over: false });
    expect(byteCount("ä€😀x", 9)).toEqual({ words: "10 of 9 bytes", over: true });
    expect(byteCount("x".repeat(4000), 4096)).toEqual({ words: "4,000 of 4,096 bytes", over: false });
  });

  it("says nothing while the bound is far", () => {
    // Cause: a counter stood at every field from the first letter on. Law: byte counters show only near the limit.
    expect(byteCount("", 255)).toBeNull();
    expect(byteCount("x".repeat(203), 255)).toBeNull();
    expect(byteCount("x".repeat(204), 255)).toEqual({ words: "204 of 255 bytes", over: false });
  });
});
