import { HTTP_FIELDS } from "#contract/traffic/fields.ts";
import { type Bounds, many } from "./bound.ts";

export const HTTP = "http_request_complete.v0";
export const TCP = "tcp_connection_closed.v0";

/** Of a source of HTTP requests, alone or among others. */
export const CHOICES = {
  accepts: [
    ["every field", { fields: Object.keys(HTTP_FIELDS) }],
    ["no fields, which are all", { fields: [], filter: "", sample: 1 }],
    ["a filter of 2,000 characters", { filter: "ev.conn.server_port == 443".padEnd(2_000) }],
    ["the least share", { sample: Number.MIN_VALUE }],
    ["null for what is not chosen", { fields: null, filter: null, sample: null }],
  ],
  refuses: [
    ["a field of another kind", { fields: ["conn.bytes_in"] }, "fields.0"],
    ["a field twice", { fields: ["conn.client_ip", "conn.client_ip"] }, "fields.1"],
    ["more fields than any kind has", { fields: many(36, String) }, "fields"],
    ["an unknown field", { filter: "ev.conn.client == 'a'" }, "filter", "filterInvalid"],
    ["a field that is not filterable", { filter: "has(ev.http)" }, "filter", "filterInvalid"],
    ["a filter of 2,001 characters", { filter: "true".padEnd(2_001) }, "filter", "filterInvalid"],
    ["no share", { sample: 0 }, "sample"],
    ["more than all", { sample: 1.01 }, "sample"],
  ],
} satisfies Bounds;
