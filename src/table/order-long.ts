import { comparing } from "./rows.ts";
import type { Ordered, ToOrder } from "./use-ordered.ts";

/** So many rows at a time: each step takes about a millisecond. */
const STEP = 1024;
/** How long the page is held up at once; a frame has 16 ms. */
const SLICE_MS = 6;

/**
 * Puts rows in order, step by step: a merge sort that begins with the order before, so what is in order already is only
 * looked at. The order is the same from wherever it begins. Yields after each step.
 */
export function* ordering<T>(of: ToOrder<T>, before: readonly T[] = []): Generator<undefined, Ordered<T>> {
  const { rows, model, sort } = of;
  const { fill, compare } = comparing(rows, model, sort);
  const count = rows.length;
  for (let from = 0; from < count; from += STEP) {
    fill(from, Math.min(from + STEP, count));
    yield;
  }
  let places = yield* beginning(rows, before);
  const runs = yield* runsOf(places, compare);
  let spare = new Uint32Array(count);
  for (let ends = runs; ends.length > 1;) {
    const next: number[] = [];
    for (let at = 0; at < ends.length; at += 2) {
      const [start, middle, end] = [ends[at - 1] ?? 0, ends[at] ?? 0, ends[at + 1] ?? count];
      yield* merge(places, spare, { start, middle, end }, compare);
      next.push(end);
    }
    [places, spare] = [spare, places];
    ends = next;
  }
  const sorted: T[] = [];
  const texts: string[] = [];
  for (let from = 0; from < count; from += STEP) {
    for (const place of places.subarray(from, from + STEP)) {
      const row = rows[place] as T;
      sorted.push(row);
      texts.push(model.searchText(row));
    }
    yield;
  }
  return { ...of, sorted, texts };
}

type Places = Uint32Array<ArrayBuffer>;

/** The places of the rows: those that were there before in their order then, the others after them. */
function* beginning<T>(rows: readonly T[], before: readonly T[]): Generator<undefined, Places> {
  const placeOf = new Map<T, number>();
  for (const [place, row] of rows.entries()) {
    placeOf.set(row, place);
    if (place % STEP === 0) yield;
  }
  const places = new Uint32Array(rows.length);
  const used = new Uint8Array(rows.length);
  let filled = 0;
  const take = (place: number | undefined) => {
    if (place === undefined || used[place] === 1) return;
    used[place] = 1;
    places[filled++] = place;
  };
  for (const [index, row] of before.entries()) {
    take(placeOf.get(row));
    if (index % STEP === 0) yield;
  }
  for (const place of used.keys()) take(place);
  return places;
}

type Compare = (a: number, b: number) => number;

/** Where each run of places in order ends; short ones are put in order until they are a step long. */
function* runsOf(places: Places, compare: Compare): Generator<undefined, number[]> {
  const ends: number[] = [];
  const count = places.length;
  for (let start = 0, end = 0; start < count; start = end) {
    for (end = start + 1; end < count && compare(places[end - 1] ?? 0, places[end] ?? 0) < 0; end += 1)
      if (end % STEP === 0) yield;
    if (end - start < STEP) {
      end = Math.min(start + STEP, count);
      places.subarray(start, end).sort(compare);
    }
    ends.push(end);
    yield;
  }
  return ends;
}

type Runs = { start: number; middle: number; end: number };

/** Merges two neighbouring runs of `from` into the same place of `to`. */
function* merge(from: Places, to: Places, { start, middle, end }: Runs, compare: Compare) {
  let [left, right] = [start, middle];
  for (let at = start; at < end; at += 1) {
    const first = right >= end || (left < middle && compare(from[left] ?? 0, from[right] ?? 0) < 0);
    to[at] = from[first ? left++ : right++] ?? 0;
    if (at % STEP === 0) yield;
  }
}

/** {@link ordering} in slices, between which the page answers; null once `signal` is aborted. */
export async function orderLong<T>(
  of: ToOrder<T>,
  before: readonly T[],
  signal: AbortSignal,
): Promise<Ordered<T> | null> {
  const steps = ordering(of, before);
  while (!signal.aborted) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      const { done, value } = steps.next();
      if (done) return value;
    }
    await new Promise((next) => setTimeout(next));
  }
  return null;
}
