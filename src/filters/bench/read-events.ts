/** An event as it was given. */
type GivenEvent = {
  type: string;
  object: Readonly<Record<string, unknown>>;
  /** All of it, as JSON on one line. */
  text: string;
  /** When it happened; null where it does not say. */
  at: string | null;
};

/** What can't be read, by its line in a text or its place in an array, from 1. */
export type BadLine = { of: "Line" | "Entry"; line: number; reason: string; text: string };

export type Read = { event: GivenEvent } | { bad: BadLine } | { other: string };

type Fields = Readonly<Record<string, unknown>>;

/** Characters of what can't be read that are kept to find it again. */
const SHOWN_MAX = 200;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const wordOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;

/** What a value is to the workbench. `heads` = first names of fields by the kind of event; what has no envelope is taken for `kind`. */
function readValue(
  value: unknown,
  { line, text, kind, heads }: { line: number; text: string | null; kind: string; heads: Heads },
): Read {
  const bad = (reason: string): Read => ({
    bad: {
      of: text === null ? "Entry" : "Line",
      line,
      reason,
      text: (text ?? JSON.stringify(value)).slice(0, SHOWN_MAX),
    },
  });
  if (!isObject(value)) return bad(`must be an event, not ${wordOf(value)}`);
  const { event_type: type, event_timestamp: at, object } = value;
  const isWrapped = type !== undefined;
  if (isWrapped && typeof type !== "string") return bad("must have a text as event_type");
  const found = isWrapped ? type : kind;
  if (!heads[found]) return { other: found };
  const payload = isWrapped ? object : value;
  if (!isObject(payload)) return bad("has no object with the event’s fields");
  if (!isWrapped && !heads[found].some((head) => head in payload))
    return bad(`has neither event_type nor a field of ${kind}`);
  const own = { type: found, object: payload, at: typeof at === "string" ? at : null };
  return { event: { ...own, text: text ?? JSON.stringify(value) } };
}

/** The first names of the fields of each kind: `conn`, `http`. */
export type Heads = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * Reads events from NDJSON, a JSON array or one JSON object, such as an answer of GET /traffic. Every line is one of what it
 * answers; only blank ones are not.
 */
export function* readEvents(given: string, kind: string, heads: Heads): Generator<Read> {
  const text = given.startsWith("\uFEFF") ? given.slice(1) : given;
  const whole = wholeOf(text);
  if (whole !== undefined && "fault" in whole) {
    const reason = `can’t be read as a JSON array: ${whole.fault}`;
    yield { bad: { of: "Line", line: 1, reason, text: text.trimStart().slice(0, SHOWN_MAX) } };
    return;
  }
  if (whole !== undefined) {
    for (const [index, value] of whole.values.entries())
      yield readValue(value, { line: index + 1, text: null, kind, heads });
    return;
  }
  let line = 0;
  for (let from = 0; from < text.length; line += 1) {
    const end = text.indexOf("\n", from);
    const to = end < 0 ? text.length : end;
    const one = text.slice(from, to).trim();
    from = to + 1;
    if (one === "") continue;
    const value = parsed(one);
    yield "fault" in value
      ? {
          bad: {
            of: "Line",
            line: line + 1,
            reason: `can’t be read as JSON: ${value.fault}`,
            text: one.slice(0, SHOWN_MAX),
          },
        }
      : readValue(value.is, { line: line + 1, text: one, kind, heads });
  }
}

function parsed(text: string): { is: unknown } | { fault: string } {
  try {
    return { is: JSON.parse(text) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** The entries of a text that is one JSON value; undefined where its lines are to be read one by one. */
function wholeOf(text: string): { values: readonly unknown[] } | { fault: string } | undefined {
  const start = text.trimStart();
  const isArray = start.startsWith("[");
  if (!isArray) {
    const first = start.slice(0, start.search(/\n|$/));
    if (!start.startsWith("{") || !("fault" in parsed(first))) {
      const one = parsed(first);
      const list = "is" in one && start.trimEnd() === first.trimEnd() ? listIn(one.is) : null;
      return list ? { values: list } : undefined;
    }
  }
  const all = parsed(text);
  if ("fault" in all) return isArray ? all : undefined;
  if (Array.isArray(all.is)) return { values: all.is as unknown[] };
  return { values: listIn(all.is) ?? [all.is] };
}

/** The events of a page of GET /traffic. */
const listIn = (value: unknown): readonly unknown[] | null =>
  isObject(value) && Array.isArray(value["traffic"]) ? (value["traffic"] as unknown[]) : null;
