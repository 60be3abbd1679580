import * as fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { verdictOf } from "./user-agent-verdict.ts";

const found = (pattern: string, text: string) => RE2JS.compile(pattern).matcher(text).find();
const filter = {
  allow: ["(?i)googlebot/\\d+\\.\\d+"],
  deny: ["(?i)bot", "^curl/"],
};

describe("verdictOf", () => {
  it.each([
    ["Mozilla/5.0 Googlebot/2.1", { passes: true, because: "allow", pattern: filter.allow[0] }],
    ["AhrefsBot/7.0", { passes: false, because: "deny", pattern: "(?i)bot" }],
    ["curl/8.5.0", { passes: false, because: "deny", pattern: "^curl/" }],
    ["Mozilla/5.0 curl/8", { passes: true, because: "nothing" }],
    ["", { passes: true, because: "nothing" }],
  ])("%j", (userAgent, verdict) => {
    expect(verdictOf(filter, userAgent, found)).toEqual(verdict);
  });

  it("denies a request without the header unless ^$ is allowed", () => {
    expect(verdictOf(filter, null, found)).toEqual({ passes: false, because: "absent" });
    expect(verdictOf({ ...filter, allow: ["^$"] }, null, found).passes).toBe(true);
    expect(verdictOf({ allow: ["^$"], deny: [".*"] }, "", found).passes).toBe(true);
  });

  it("passes what matches any allow or no deny, and names a pattern that matches", () => {
    const pattern = fc.constantFrom("a", "b", "^c", "d$", "[xyz]");
    const list = fc.array(pattern, { maxLength: 3 });
    fc.assert(
      fc.property(list, list, fc.stringMatching(/^[abcdxyz]*$/), (allow, deny, text) => {
        const { passes, because, pattern: named } = verdictOf({ allow, deny }, text, found);
        const hits = (patterns: string[]) => patterns.some((one) => new RegExp(one).test(text));
        expect(passes).toBe(hits(allow) || !hits(deny));
        expect(named === undefined).toBe(because === "nothing");
        expect(named === undefined || new RegExp(named).test(text)).toBe(true);
      }),
    );
  });
});
