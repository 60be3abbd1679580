import { valueAt } from "#contract/cel/filter.ts";
import { compileParts, type Verdict } from "#contract/cel/filter-parts.ts";
import { rulesOf } from "#contract/event-filter-fault.ts";
import type { EventTable } from "./event-table.ts";
import { type Judge, judgeOf } from "./judge.ts";
import { keptOf } from "./kept-event.ts";
import type { FromBench, ListedEvent, PartCount, RunRequest } from "./messages.ts";

/** Work between two looks at what came meanwhile, in milliseconds, and the events between two looks at the clock. */
const SLICE_MS = 8;
const STRIDE = 1_000;
/** Events whose size is measured. */
const MEASURED_MAX = 500;

const encoder = new TextEncoder();

type Part = { text: string; names: readonly string[]; judge: Judge };

/**
 * Runs a filter over a table in slices. `pause` lets others have their turn, and says whether to go on.
 *
 * @returns null where it was ended by a newer one.
 */
export async function runFilter(
  request: RunRequest,
  table: EventTable,
  pause: () => Promise<boolean>,
): Promise<Exclude<FromBench, { type: "loaded" | "broke" }> | null> {
  const { run, source, kind, filter, listed } = request;
  const began = performance.now();
  const isAll = filter.trim() === "";
  const given = rulesOf(kind);
  if ("fault" in given) return { type: "fault", run, fault: { message: given.fault } };
  const compiled = isAll ? [] : await compileParts(filter, given.usable, given.unusable, given.rules);
  if ("fault" in compiled) {
    const { fault: message, at } = compiled;
    return { type: "fault", run, fault: { message, ...(at !== undefined && { at }) } };
  }
  const parts = compiled.map((part) => ({ ...part, judge: judgeOf(part, table) }));
  const counts: PartCount[] = parts.map(({ text }) => ({ text, isFalse: 0, failed: 0, reason: null }));
  const passed = new Uint8Array(table.size);
  let matched = 0;
  let until = performance.now() + SLICE_MS;
  for (let index = 0; index < passed.length; index += 1) {
    if (index % STRIDE === 0 && performance.now() > until) {
      if (!(await pause())) return null;
      until = performance.now() + SLICE_MS;
    }
    let passes = true;
    for (let at = 0; at < parts.length; at += 1) {
      const verdict = parts[at]?.judge(index);
      if (verdict === undefined || verdict === true) continue;
      passes = false;
      count(counts[at], verdict);
    }
    if (!passes) continue;
    passed[index] = 1;
    matched += 1;
  }
  const ms = performance.now() - began;
  return {
    type: "ran",
    run,
    source,
    kind,
    listed,
    total: passed.length,
    matched,
    parts: counts,
    ms,
    bytes: measured(table, passed, matched, request),
    events: placesOf(passed, request).map((index) =>
      listedEvent(table, index, { parts, passes: passed[index] === 1, request }),
    ),
  };
}

function count(into: PartCount | undefined, verdict: Verdict): void {
  if (!into) return;
  if (verdict === false) into.isFalse += 1;
  else {
    into.failed += 1;
    into.reason ??= String(verdict);
  }
}

/** The first events to list. */
function placesOf(passed: Uint8Array, { listed, shown }: RunRequest): number[] {
  const places: number[] = [];
  for (let index = 0; index < passed.length && places.length < shown; index += 1)
    if (listed === "all" || (passed[index] === 1) === (listed === "kept")) places.push(index);
  return places;
}

/** Evenly spread over those that pass. */
function measured(
  table: EventTable,
  passed: Uint8Array,
  matched: number,
  { fields }: RunRequest,
): { mean: number; of: number } | null {
  if (matched === 0) return null;
  const every = Math.ceil(matched / MEASURED_MAX);
  let [bytes, of, seen] = [0, 0, 0];
  for (const [index, passes] of passed.entries()) {
    if (passes === 0) continue;
    if (seen % every === 0) {
      // A line each, with its end.
      bytes += encoder.encode(JSON.stringify(keptOf(table.texts[index] ?? "{}", fields))).length + 1;
      of += 1;
    }
    seen += 1;
  }
  return { mean: bytes / of, of };
}

function listedEvent(
  table: EventTable,
  index: number,
  { parts, passes, request }: { parts: readonly Part[]; passes: boolean; request: RunRequest },
): ListedEvent {
  const text = table.texts[index] ?? "{}";
  const event = JSON.parse(text) as Record<string, unknown>;
  const object = "event_type" in event ? event["object"] : event;
  const at = event["event_timestamp"];
  return {
    index,
    at: typeof at === "string" ? at : null,
    title: titleOf(object),
    passes,
    failing: parts.flatMap(({ names, judge }, part) => {
      const verdict = judge(index);
      const isFalse = verdict === false;
      return verdict === true ? [] : [{ part, isFalse, why: whyNot(verdict, names, object) }];
    }),
    kept: JSON.stringify(keptOf(text, request.fields), null, 2),
  };
}

/** Why a part is not true of an event, with the values that it compares. */
function whyNot(verdict: Verdict, names: readonly string[], object: unknown): string {
  if (typeof verdict === "string") return verdict;
  const values = names.map((name) => {
    const value = valueAt(object, name.split("."));
    return value === undefined ? `no ${name}` : `${name} is ${JSON.stringify(value)}`;
  });
  return values.length > 0 ? values.join(", ") : "it names no field";
}

/** An event in a few words: a request, or the two ends of a connection. */
function titleOf(object: unknown): string {
  const of = (name: string): string => {
    const value = valueAt(object, name.split("."));
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const method = of("http.request.method").toUpperCase();
  const host = of("http.request.url.host") || of("conn.server_name") || of("conn.server_ip");
  const words = method
    ? [method, `${host}${of("http.request.url.path")}`, of("http.response.status_code")]
    : [of("conn.client_ip"), "→", [host, of("conn.server_port")].filter(Boolean).join(":")];
  return words.filter(Boolean).join(" ");
}
