import type { BadLine } from "./read-events.ts";

export type { BadLine };

/** Where events come from: the service, or the operator. */
export type Source = "recent" | "pasted";

/** Which events are listed. */
export type Listed = "all" | "kept" | "dropped";

/** What was read of a text. */
export type Tally = {
  /** Of each kind that can be filtered. */
  events: Readonly<Record<string, { count: number; first: string | null; last: string | null }>>;
  /** The first that can’t be read, and how many there are. */
  bad: readonly BadLine[];
  badCount: number;
  /** Events of kinds that can’t be filtered. */
  others: Readonly<Record<string, number>>;
  /** How many more there were than fit. */
  over: number;
};

/** A filter to run. `run` grows: a newer one ends those before. */
export type RunRequest = {
  run: number;
  source: Source;
  kind: string;
  filter: string;
  /** Fields to keep; none = all. */
  fields: readonly string[];
  listed: Listed;
  /** How many events to list. */
  shown: number;
};

export type ToBench =
  | ({ type: "run" } & RunRequest)
  /** Forgets the events of a source. */
  | { type: "clear"; source: Source }
  /** Adds events to a source; `load` names the answer. What has no envelope is taken for `kind`. */
  | { type: "load"; load: number; source: Source; kind: string; given: string | Blob };

/** What a part of a filter came to over all events. */
export type PartCount = {
  text: string;
  isFalse: number;
  /** Of how many it can’t be said, and why of the first of them. */
  failed: number;
  reason: string | null;
};

export type ListedEvent = {
  /** Its place among the events of its kind, from 0. */
  index: number;
  at: string | null;
  title: string;
  passes: boolean;
  /** The parts that are not true: false, or without an answer, and why. */
  failing: readonly { part: number; isFalse: boolean; why: string }[];
  /** What is kept of it, as JSON. */
  kept: string;
};

export type Ran = {
  run: number;
  source: Source;
  kind: string;
  listed: Listed;
  total: number;
  matched: number;
  parts: readonly PartCount[];
  events: readonly ListedEvent[];
  /** Bytes of an event as it is sent, on average over `of` of those that pass; null where none does. */
  bytes: { mean: number; of: number } | null;
  /** How long it took, in milliseconds. */
  ms: number;
};

export type FilterFault = { message: string; at?: number };

export type FromBench =
  | ({ type: "ran" } & Ran)
  | { type: "fault"; run: number; fault: FilterFault }
  | { type: "loaded"; load: number; source: Source; tally: Tally }
  /** What could not be done at all. */
  | { type: "broke"; message: string };
