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
  const answer = kept.put("/a", sendable({ a: 1 }), ["sessions", "tunnels"], before);
  expect(kept.get("/a", versions({ ...before, endpoints: 2 }))).toBe(answer);
  expect(kept.get("/b", before)).toBeUndefined();
  expect(kept.get("/a", versions({ ...before, tunnels: 2 }))).toBeUndefined();
  expect(kept.get("/a", before)).toBeUndefined();
});

it("has room for so many bytes, and lets go of what nobody asked for the longest", () => {
  const kept = new KeptAnswers(10_000);
  const body = sendable("x".repeat(2_000));
  for (const url of ["/a", "/b", "/c"]) kept.put(url, body, ["sessions"], before);
  expect(kept.get("/a", before)).toBeDefined();
  kept.put("/d", body, ["sessions"], before);
  expect(["/a", "/b", "/c", "/d"].filter((url) => kept.get(url, before))).toEqual(["/a", "/c", "/d"]);
  kept.put("/e", sendable("x".repeat(20_000)), ["sessions"], before);
  expect(["/a", "/c", "/d", "/e"].filter((url) => kept.get(url, before))).toEqual([]);
  for (let i = 0; i < 100; i += 1) kept.put("/a", body, ["sessions"], before);
  kept.put("/b", body, ["sessions"], before);
  expect(["/a", "/b"].filter((url) => kept.get(url, before))).toEqual(["/a", "/b"]);
});
