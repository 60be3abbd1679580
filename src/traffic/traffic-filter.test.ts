// Cause: a facet whose CEL means something else hides requests that match, and a text that closes its quotes changes the
// filter. Law: the service's own filter passes exactly the events that were chosen, whatever the texts are.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { compileFilter } from "#contract/cel/filter.ts";
import { TRAFFIC_FIELDS } from "#contract/traffic/traffic-filter.ts";
import { countedOf } from "#service/testing/traffic-events.ts";
import { Counts } from "#service/traffic/traffic-counts.ts";
import { httpEvent } from "#testing/traffic-events.ts";
import { filterOf, type Chosen } from "./traffic-filter.ts";

const text = fc.oneof(fc.constantFrom("a", '"', "\\", '" || true || "', "é\n"), fc.string());
type Of = { status: number; method: string; client: string; path: string; ms: number; outcome: string };
const sample: fc.Arbitrary<Of> = fc.record({
  status: fc.constantFrom(200, 302, 404, 499, 500, 502),
  method: fc.constantFrom("get", "post"),
  client: text,
  path: text,
  ms: fc.constantFrom(5, 100, 1000, 20_000),
  outcome: fc.constantFrom("answered", "refused", "failed", "broken", "left"),
});
const eventOf = (of: Of) =>
  httpEvent({
    "http.response.status_code": of.status,
    "http.request.method": of.method,
    "http.request.url.raw": of.path,
    "conn.client_ip": of.client,
    "conn.server_name": "",
    "gatehouse.duration_ms": of.ms,
    "gatehouse.outcome": of.outcome,
  });

const SLOW: Record<string, number> = { "100 ms": 100, "1 s": 1000, "10 s": 10_000 };
/** Whether it is an error in the charts. */
const isError = (of: Of): boolean => {
  const counts = new Counts();
  counts.add(countedOf(eventOf(of)), { duration: null, upstream: null });
  return counts.errors === 1;
};
/** What a person would say matches. */
const matches = (of: Of, chosen: Chosen, search: string): boolean =>
  (chosen["status"]?.some((one) => one.startsWith(String(of.status).charAt(0))) ?? true) &&
  (chosen["method"]?.some((one) => one.toLowerCase() === of.method) ?? true) &&
  (chosen["outcome"]?.some((one) => (one === "failed" ? isError(of) : one === of.outcome)) ?? true) &&
  (chosen["slow"]?.some((one) => of.ms >= (SLOW[one] ?? 0)) ?? true) &&
  (chosen["client"]?.includes(of.client) ?? true) &&
  (search.trim() === "" || of.path.includes(search.trim()) || of.client.includes(search.trim()));

const some = (...values: string[]) => fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined });

it("means what was chosen", async () => {
  const chosen = fc.record({
    status: some("2xx", "3xx", "4xx", "5xx"),
    method: some("GET", "POST"),
    outcome: some("failed", "refused", "broken", "left"),
    slow: some(...Object.keys(SLOW)),
    client: fc.option(fc.array(text, { minLength: 1, maxLength: 2 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(sample, { minLength: 1 }), chosen, text, async (all, facets, search) => {
      const defined = Object.entries(facets).filter((one): one is [string, string[]] => one[1] !== undefined);
      const wanted: Chosen = Object.fromEntries(defined);
      const filter = await compileFilter(filterOf("true", wanted, search), TRAFFIC_FIELDS);
      if ("fault" in filter) throw new Error(filter.fault);
      const passed = all.filter((one) => {
        const { object, gatehouse } = eventOf(one);
        return filter.passes({ ...object, gatehouse });
      });
      expect(passed).toEqual(all.filter((one) => matches(one, wanted, search)));
    }),
    { numRuns: 40 },
  );
});

// Cause: the URL that the console shows and copies, with the port of its edge, found no request of visitors that had sent none, and the
// other way round. Law: what is copied is found.
it.each([
  ["https://app.example:5501/", "https://app.example/reports", true],
  ["app.example/reports", "https://app.example:5501/reports/9?x=1", true],
  ["https://app.example/reports/9", "https://app.example:5501/reports/9", true],
  ["app.example:5501", "https://app.example/", true],
  ["app.example/a+b?x=(1)", "https://app.example:1/a+b?x=(1)", true],
  ["app.example/reports", "https://app-example/reports", false],
  ["https://app.example/reports", "https://app.example:5501/pdf", false],
  ["reports/9", "https://app.example/reports:8/9", false],
])("a search for %s means %s: %s", async (search, path, found) => {
  const filter = await compileFilter(filterOf("", {}, search), TRAFFIC_FIELDS);
  if ("fault" in filter) throw new Error(filter.fault);
  const of = { status: 200, method: "get", client: "192.0.2.1", path, ms: 1, outcome: "served" };
  const { object, gatehouse } = eventOf(of);
  expect(filter.passes({ ...object, gatehouse })).toBe(found);
});

it("sends what was typed alone as it is, so that places in it are those of the field", () => {
  expect(filterOf(" ev.x == 1 ", {}, "")).toBe("ev.x == 1");
  expect(filterOf("", {}, " ")).toBe("");
});

// Cause: who was told "it failed at about 10:30" could not go there. Law: a time that is asked for is when a request started, and one
// that is none lets nothing pass.
it.each([
  [{ since: "2026-11-22T10:30:00Z" }, ["10:30", "10:31"]],
  [{ until: "2026-11-22T10:30:00Z" }, ["10:29"]],
  [{ since: "2026-11-22T11:30+01:00", until: "2026-11-22T10:31Z" }, ["10:30"]],
  [{ since: "2026-11-22T10:31:00Z", until: "2026-11-22T10:30:00Z" }, []],
  [{ since: "2026-11-22" }, ["10:29", "10:30", "10:31"]],
  [{ since: "yesterday" }, []],
  [{ until: "+012026-11-22T10:30:00Z" }, []],
  [{ since: "", until: "" }, ["10:29", "10:30", "10:31"]],
])("takes those of %j", async (range, found) => {
  const filter = await compileFilter(filterOf("true", {}, "", range), TRAFFIC_FIELDS);
  if ("fault" in filter) throw new Error(filter.fault);
  const passed = ["10:29", "10:30", "10:31"].filter((time) => {
    const { object, gatehouse } = httpEvent({ "gatehouse.start_ts": `2026-11-22T${time}:00.000Z` });
    return filter.passes({ ...object, gatehouse });
  });
  expect(passed).toEqual(found);
});
