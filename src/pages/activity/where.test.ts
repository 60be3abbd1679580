import * as fc from "fast-check";
import { expect, it } from "vitest";
import { localTime, timeOf } from "#components/time-range.ts";
import { whereOf } from "./where.ts";

// Cause: a time of a link that is none was left out, and everything was listed as if it had not been asked for. Law: what can't be read
// is said, and shows nothing.
it("chooses what the URL names, and leaves out what says nothing", () => {
  const where = (text: string) => whereOf(new URLSearchParams(text));
  expect(where("resource=ip_policy&credential=ak_1&page=2&object_id=&since=yesterday")).toEqual({
    resource: "ip_policy",
    credential: "ak_1",
    since: "yesterday",
  });
  expect(where("since=2026-11-23T10:00:00Z")).toEqual({ since: "2026-11-23T10:00:00Z" });
});

it("a time chosen in the page is the same time when it is shown again", () => {
  const day = fc.date({ min: new Date("2001-01-01"), max: new Date("2099-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(day, (date) => {
      const local = localTime(date.toISOString());
      expect(local).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
      expect(localTime(timeOf(local) ?? "")).toBe(local);
    }),
  );
  expect(timeOf("")).toBeNull();
});
