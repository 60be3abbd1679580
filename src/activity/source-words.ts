import type { FormField } from "#editing/form-definition.ts";
import { asText } from "#editing/plain-form.ts";
import { shareText } from "#filters/share.ts";
import { isJsonObject, type JsonObject } from "#forms/json.ts";

/** What kinds of traffic are called. */
export const TRAFFIC_WORDS: Readonly<Record<string, string>> = {
  "http_request_complete.v0": "HTTP requests",
  "tcp_connection_closed.v0": "TCP connections",
};

type Shows = Readonly<Record<string, { label: string; show: (value: unknown) => string }>>;

/** What is chosen of a kind of traffic; its address and its fault are the service’s. */
const CHOICES: Shows = {
  filter: { label: "filter", show: (text) => (typeof text === "string" && text ? text : "no filter") },
  sample: {
    label: "share",
    show: (share) => `${typeof share === "string" ? share : shareText(Number(share ?? 1))} %`,
  },
  fields: {
    label: "fields",
    show: (names) => (Array.isArray(names) && names.length > 0 ? names.join(", ") : "all fields"),
  },
};

/** A source in one line; what was left as it starts is not said. */
function sourceWords(source: JsonObject): string {
  const { type, filter, sample, fields } = source;
  return [
    asText(type),
    ...(filter ? [CHOICES["filter"]?.show(filter)] : []),
    ...(sample === undefined || sample === 1 ? [] : [CHOICES["sample"]?.show(sample)]),
    ...(Array.isArray(fields) && fields.length > 0 ? [CHOICES["fields"]?.show(fields)] : []),
  ].join(" · ");
}

/** How the events of a subscription are said, and what is chosen of each kind. */
export const SOURCES: Pick<FormField, "show" | "part"> = {
  show: (sources) =>
    Array.isArray(sources) && sources.length > 0
      ? sources.map((one) => (isJsonObject(one) ? sourceWords(one) : asText(one))).join("\n")
      : "none",
  part: ([type, choice]) => {
    const of = CHOICES[String(choice)];
    return of && { label: `${TRAFFIC_WORDS[String(type)] ?? String(type)}: ${of.label}`, show: of.show };
  },
};
