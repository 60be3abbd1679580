import { localTime, type TimeRange } from "#components/time-range.ts";
import { COUNTED_ERROR } from "#contract/traffic/counted-error.ts";
import { operationIn } from "#resources/ref-target.ts";

/** What a filter is made of: texts by the name of a facet, as the URL of the list has them. */
export type Chosen = Readonly<Record<string, readonly string[]>>;

/** A text as CEL writes it. */
const quoted = (text: string): string => JSON.stringify(text);
const is = (field: string) => (value: string) => `ev.${field} == ${quoted(value)}`;

const CLASSES: Readonly<Record<string, string>> = {
  "2xx": "(ev.http.response.status_code >= 200 && ev.http.response.status_code < 300)",
  "3xx": "(ev.http.response.status_code >= 300 && ev.http.response.status_code < 400)",
  "4xx": "(ev.http.response.status_code >= 400 && ev.http.response.status_code < 500)",
  "5xx": "ev.http.response.status_code >= 500",
};

type Facet = {
  label: string;
  /** All there are, where the choice is fixed. */
  values?: readonly string[];
  /** What the values are called, where they do not say it themselves. */
  words?: Readonly<Record<string, string>>;
  /** The condition for one value. */
  cel: (value: string) => string;
};

/** The ways to narrow the list, by their names in the URL. */
export const FACETS = {
  status: { label: "Status", values: Object.keys(CLASSES), cel: (value) => CLASSES[value] ?? "false" },
  outcome: {
    label: "Outcome",
    values: ["failed", "refused", "broken", "left"],
    words: { failed: "Errors", refused: "Refused by the edge", broken: "Interrupted", left: "Visitor left" },
    cel: (value) => (value === "failed" ? COUNTED_ERROR : is("gatehouse.outcome")(value)),
  },
  slow: {
    label: "Slower than",
    values: ["100 ms", "1 s", "10 s"],
    cel: (value) =>
      `ev.gatehouse.duration_ms >= ${value.endsWith("ms") ? "100.0" : `${value.slice(0, -2)}000.0`}`,
  },
  method: {
    label: "Method",
    values: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    cel: (value) => is("http.request.method")(value.toLowerCase()),
  },
  client: { label: "Client", cel: is("conn.client_ip") },
  endpoint: { label: "Endpoint", cel: is("gatehouse.endpoint_id") },
  edge: { label: "Edge", cel: is("gatehouse.edge_id") },
  route: { label: "Route", cel: is("gatehouse.route_id") },
  session: { label: "Agent", cel: is("gatehouse.session_id") },
} as const satisfies Record<string, Facet>;

/** What a value of a facet is called. */
export function wordsOf(name: keyof typeof FACETS, value: string): string {
  const { words }: Facet = FACETS[name];
  return words?.[value] ?? value;
}

const SEARCHED = ["conn.server_name", "conn.client_ip"];

const has = (field: string, text: string) => `ev.${field}.contains(${quoted(text)})`;

/** Whether the URL of a request holds what was typed: with any port, as the edge's own differs from what visitors send. */
function inUrl(text: string): string {
  const field = "http.request.url.raw";
  const [, host, rest = ""] =
    /^((?:\w+:\/\/|(?=[^/]+\.|localhost))[^\s/:?#]+)(?::\d+)?([/?#]\S*)?$/.exec(text) ?? [];
  if (!host) return has(field, text);
  const plain = (part: string) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return `ev.${field}.matches(${quoted(`${plain(host)}(:[0-9]+)?${plain(rest)}`)})`;
}

/** When a request started: with a time that is none nothing passes. */
function inTime({ since, until }: TimeRange): string[] {
  const bound = (sign: string, time: string | undefined) => {
    if (!time) return [];
    const isTime = localTime(time) !== "";
    return [
      isTime ? `ev.gatehouse.start_ts ${sign} timestamp(${quoted(new Date(time).toISOString())})` : "false",
    ];
  };
  return [...bound(">=", since), ...bound("<", until)];
}

/** The filter that the service is asked for: what was written, chosen and searched for, and the time, all at once. */
export function filterOf(own: string, chosen: Chosen, search: string, range: TimeRange = {}): string {
  const parts = Object.entries(FACETS).flatMap(([name, { cel }]) => {
    const values = chosen[name] ?? [];
    return values.length === 0 ? [] : [values.map(cel).join(" || ")];
  });
  const text = search.trim();
  const operation = operationIn(text);
  if (operation !== null) parts.push(is("gatehouse.operation_id")(operation));
  else if (text !== "") parts.push([inUrl(text), ...SEARCHED.map((field) => has(field, text))].join(" || "));
  parts.push(...inTime(range));
  const all = own.trim() === "" ? parts : [own.trim(), ...parts];
  // Alone it is sent as it was written, so that what the service says of a place in it is true.
  return all.length === 1 ? (all[0] ?? "") : all.map((part) => `(${part})`).join(" && ");
}
