// Cause: each request for a list read and wrote it anew. Law: what is kept is used only while all that it shows is as it was, and
// takes no more room than it may.
import { expect, it } from "vitest";
import type { Table } from "../store/schema.ts";
import type { VersionsNow } from "../store/versions.ts";
import { sendable } from "./answer.ts";
import { KeptAnswers } from "./kept-answers.ts";

const versions = (some: Partial<Record<Table, number>>) => some as unknown as VersionsNow;
const before = versions({ sessions: 1, tunnels: 1, endpoints: 1 });

it("gives an answer while every table that it shows is at its version, whatever else changed", () => {
  const kept = new KeptAnswers();
  kept.put("/a", sendable({ a: 1 }), ["sessions", "tunnels"], before);
  const answer = kept.put("/a", sendable({ a: 1 }), ["sessions", "tunnels"], before);
  expect(kept.get("/a", versions({ ...before, endpoints: 2 }))).toBe(answer);
  expect(kept.get("/b", before)).toBeUndefined();
  expect(kept.get("/a", versions({ ...before, tunnels: 2 }))).toBeUndefined();
  expect(kept.get("/a", before)).toBeUndefined();
});

it("has room for so many bytes, and lets go of what nobody asked for the longest", () => {
  const kept = new KeptAnswers(10_000);
  const body = sendable("x".repeat(2_000));
  for (const url of ["/a", "/a", "/b", "/b", "/c", "/c"]) kept.put(url, body, ["sessions"], before);
  expect(kept.get("/a", before)).toBeDefined();
  for (let i = 0; i < 2; i += 1) kept.put("/d", body, ["sessions"], before);
  expect(["/a", "/b", "/c", "/d"].filter((url) => kept.get(url, before))).toEqual(["/a", "/c", "/d"]);
  for (let i = 0; i < 2; i += 1) kept.put("/e", sendable("x".repeat(20_000)), ["sessions"], before);
  expect(["/a", "/c", "/d", "/e"].filter((url) => kept.get(url, before))).toEqual([]);
  for (let i = 0; i < 100; i += 1) kept.put("/a", body, ["sessions"], before);
  kept.put("/b", body, ["sessions"], before);
  expect(["/a", "/b"].filter((url) => kept.get(url, before))).toEqual(["/a", "/b"]);
});

// Cause: a list that was read page by page pushed the answers out that consoles ask for again and again. Law: one URL more that is
// asked for once takes no room; one whose answer went out of date is kept again at once.
it("keeps nothing of what is asked for once", () => {
  const kept = new KeptAnswers(10_000);
  const body = sendable("x".repeat(2_000));
  const put = (url: string, now = before) => kept.put(url, body, ["sessions"], now);
  put("/a");
  put("/a");
  for (let i = 0; i < 3_000; i += 1) put(`/?before_id=${i}`);
  expect(kept.get("/a", before)).toBeDefined();
  expect(kept.get("/?before_id=2999", before)).toBeUndefined();
  const after = versions({ ...before, sessions: 2 });
  expect(kept.get("/a", after)).toBeUndefined();
  put("/a", after);
  expect(kept.get("/a", after)).toBeDefined();
});
