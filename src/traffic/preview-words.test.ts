// Cause: "22 requests in the last hour: 14 would be blocked, 8 would be blocked, then by IP restriction" was understood by nobody. Law:
// each group is a sentence that is true of all in it, and what the saved settings do to them too is said as "either way".
import { expect, it } from "vitest";
import type { TrafficPreview } from "#contract/traffic/preview.ts";
import { previewLines, reasonLines } from "./preview-words.ts";

const by = (kind: string, requests: number, reason = "Matches deny curl") => ({ kind, reason, requests });
const signIn = (kind: string, requests: number) => by(kind, requests, "No session");
const still = (kind: string, requests: number, sign_in = false, was_sign_in = false) => [
  { kind, requests, sign_in, was_sign_in },
];
const preview = (requests: number, more: Partial<TrafficPreview>): TrafficPreview => ({
  requests,
  more: false,
  newly_blocked: 0,
  newly_allowed: 0,
  maybe_allowed: 0,
  still_blocked: [],
  blocked: 0,
  blocked_by: [],
  unknown: 0,
  changes: [],
  ...more,
});

it.each<[told: string, draft: string, requests: number, of: Partial<TrafficPreview>, lines: string[]]>([
  ["nothing", "oidc", 3, {}, ["Nothing changes"]],
  [
    "blocked now, and blocked by another module",
    "ip_restriction",
    22,
    {
      newly_blocked: 14,
      still_blocked: still("ip_restriction", 8),
      blocked: 22,
      blocked_by: [by("ip_restriction", 22)],
    },
    ["14 would be blocked", "8 would be blocked either way, by IP restriction after this change"],
  ],
  [
    "blocked now, and blocked by the same module",
    "oauth",
    22,
    { newly_blocked: 14, blocked: 22, blocked_by: [signIn("oauth", 14), by("user_agent_filter", 8)] },
    ["14 would have to sign in with OAuth", "8 would be blocked either way"],
  ],
  [
    "blocked and no longer",
    "ip_restriction",
    34,
    { still_blocked: still("oauth", 34, true), blocked: 34, blocked_by: [signIn("oauth", 34)] },
    ["All would have to sign in with OAuth instead of being blocked"],
  ],
  [
    "another login",
    "oauth",
    2,
    { still_blocked: still("oauth", 2, true, true), blocked: 2, blocked_by: [signIn("oauth", 2)] },
    ["Both would have to sign in either way, with OAuth after this change"],
  ],
  [
    "a token instead of a login",
    "jwt_validation",
    999,
    {
      still_blocked: still("jwt_validation", 999, false, true),
      blocked: 999,
      blocked_by: [by("jwt_validation", 999)],
    },
    ["All would be blocked by JWT validation instead of having to sign in"],
  ],
  [
    "let in, and blocked by another module",
    "oauth",
    19,
    {
      newly_allowed: 13,
      still_blocked: still("jwt_validation", 6),
      blocked: 6,
      blocked_by: [by("jwt_validation", 6)],
    },
    ["6 would be blocked either way, by JWT validation after this change", "13 would be let in"],
  ],
  [
    "as before, by a login",
    "oidc",
    1,
    { blocked: 1, blocked_by: [signIn("oidc", 1)] },
    ["It would have to sign in with OIDC either way"],
  ],
  [
    "what was not recorded",
    "oidc",
    9,
    { newly_allowed: 1, maybe_allowed: 2, unknown: 3 },
    ["1 would be let in", "2 more may be let in", "3 can’t be checked"],
  ],
  ["no more than that", "oidc", 9, { unknown: 3 }, ["No other change found", "3 can’t be checked"]],
  [
    "blocked for certain, whatever was before",
    "oidc",
    2,
    { unknown: 1, newly_blocked: 1, blocked: 2, blocked_by: [signIn("oidc", 2)] },
    ["Both would have to sign in with OIDC"],
  ],
])("says of %s in sentences", (_, draft, requests, of, lines) => {
  expect(previewLines(preview(requests, of), draft).lines).toEqual(lines);
});

it("says by what all are blocked, a sign-in only where others are blocked too", () => {
  const blockedBy = (...blocked_by: NonNullable<TrafficPreview["blocked_by"]>) =>
    reasonLines(preview(5, { blocked_by, blocked: 5 }));
  expect(blockedBy(signIn("oauth", 5))).toEqual([]);
  expect(blockedBy(by("user_agent_filter", 5))).toEqual(["By user agent filter (Matches deny curl)"]);
  expect(blockedBy(signIn("oauth", 3), by("user_agent_filter", 2))).toEqual([
    "3 would have to sign in with OAuth",
    "2 by user agent filter (Matches deny curl)",
  ]);
});
