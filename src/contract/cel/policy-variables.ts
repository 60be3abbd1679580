import {
  canonical,
  type Cookie,
  cookiesOf,
  type DistinguishedName,
  listsOf,
  lower,
  normalPath,
  paramsOf,
  type PolicyMessage,
  valuesOf,
} from "./policy-message.ts";

/** What a variable holds; `time` is shown as milliseconds since 1970 here. */
type Values = {
  text: string;
  number: bigint;
  list: readonly string[];
  map: ReadonlyMap<string, string | readonly string[]>;
  cookies: readonly Cookie[] | ReadonlyMap<string, Cookie>;
  time: number;
};
export type ValueType = keyof Values;
export type PolicyValue = Values[ValueType];

/** How its value is read; `of` = null where the edge never knows it. What is not known has the empty value of its type. */
export type PolicyVariable = {
  [T in ValueType]: { type: T; of: ((message: PolicyMessage) => Values[T] | undefined) | null };
}[ValueType];

const text = (of: (message: PolicyMessage) => string | undefined): PolicyVariable => ({ type: "text", of });
const number = (of: (message: PolicyMessage) => bigint): PolicyVariable => ({ type: "number", of });
const list = (of: (message: PolicyMessage) => readonly string[] | undefined): PolicyVariable => ({
  type: "list",
  of,
});
const map = (of: (message: PolicyMessage) => Values["map"]): PolicyVariable => ({ type: "map", of });
const time = (of: (message: PolicyMessage) => number | undefined): PolicyVariable => ({ type: "time", of });
const cookies = (of: (message: PolicyMessage) => Values["cookies"]): PolicyVariable => ({
  type: "cookies",
  of,
});
const NO_TEXT: PolicyVariable = { type: "text", of: null };
const NO_LIST: PolicyVariable = { type: "list", of: null };
const NO_TIME: PolicyVariable = { type: "time", of: null };

type Half = "request" | "response";
const headerOf = (half: Half, name: string) =>
  text((message) => valuesOf(message[half]?.headers, name).join(", "));
const headers = (half: Half, named: (name: string) => string) =>
  map((message) => listsOf(message[half]?.headers ?? [], named));
const NO_MAP = map(() => new Map());

/** -1 where a body comes in pieces, as in the family. */
const lengthOf = (half: Half) =>
  number((message) => {
    const given = message[half]?.headers;
    const length = valuesOf(given, "content-length")[0] ?? "";
    if (/^\d{1,15}$/.test(length)) return BigInt(length);
    return valuesOf(given, "transfer-encoding").length > 0 ? -1n : 0n;
  });
const byName = (all: readonly Cookie[]): Map<string, Cookie> =>
  new Map(all.toReversed().map((one) => [String(one.get("Name")), one]));

const contentType = (half: Half, name: string): [string, PolicyVariable][] => {
  const parts = (message: PolicyMessage) =>
    (valuesOf(message[half]?.headers, "content-type")[0] ?? "").split(";").map((part) => part.trim());
  return [
    [name, text((message) => lower(parts(message)[0] ?? ""))],
    [`${name}.raw`, headerOf(half, "content-type")],
    [
      `${name}.parameters`,
      map((message) => {
        const pairs = parts(message)
          .slice(1)
          .map((part) => part.split("=", 2));
        return new Map(pairs.map(([key = "", value = ""]) => [lower(key), value.replace(/^"(.*)"$/, "$1")]));
      }),
    ],
  ];
};

const tlsVersion = text(({ tls }) => tls?.version.replace("TLSv", "").replace(/^1$/, "1.0"));
const cipher = text(({ tls }) => tls?.cipher);
const serverName = text(({ tls }) => tls?.name);
const certificateName = text(({ certificate }) => [certificate?.subject["CN"] ?? []].flat().join(", "));

const PARTS = {
  country: "C",
  locality: "L",
  organization: "O",
  organizational_unit: "OU",
  postal_code: "postalCode",
  province: "ST",
  street_address: "street",
};
const inWords = (name: DistinguishedName): string =>
  Object.entries(name)
    .toReversed()
    .flatMap(([part, values]) => [values ?? []].flat().map((value) => `${part}=${value}`))
    .join(",");

const SAN = { dns_names: "DNS", email_addresses: "email", ip_addresses: "IP Address", uris: "URI" };
function altNames(all: string, kind: string): string[] {
  const found = [...all.matchAll(/(?:^|, )([A-Za-z ]+):("(?:[^"\\]|\\.)*"|[^,]*)/g)];
  return found.filter(([, of]) => of === kind).map(([, , value = ""]) => value.replace(/^"(.*)"$/, "$1"));
}

/** Of the visitor's certificate. The edge's own says nothing about a visitor: its fields are empty. */
function certificate(side: "client" | "server"): [string, PolicyVariable][] {
  const at = `conn.tls.${side}`;
  const known = side === "client";
  const of = (read: (one: NonNullable<PolicyMessage["certificate"]>) => string): PolicyVariable =>
    known ? text((message) => (message.certificate && read(message.certificate)) || undefined) : NO_TEXT;
  const party = (name: "subject" | "issuer"): [string, PolicyVariable][] => [
    [`${at}.${name}`, of((one) => inWords(one[name]))],
    [`${at}.${name}.common_name`, of((one) => [one[name]["CN"] ?? []].flat().join(", "))],
    ...Object.entries(PARTS).map(([field, part]): [string, PolicyVariable] => [
      `${at}.${name}.${field}`,
      known ? list((message) => [message.certificate?.[name][part] ?? []].flat()) : NO_LIST,
    ]),
  ];
  return [
    [`${at}.extensions`, NO_LIST],
    ...party("issuer"),
    ...party("subject"),
    [`${at}.san`, of((one) => one.altNames)],
    ...Object.entries(SAN).map(([field, kind]): [string, PolicyVariable] => [
      `${at}.san.${field}`,
      known ? list((message) => altNames(message.certificate?.altNames ?? "", kind)) : NO_LIST,
    ]),
    [`${at}.serial_number`, of((one) => one.serial)],
    [`${at}.signature_algorithm`, NO_TEXT],
    [`${at}.validity.not_after`, known ? time((message) => message.certificate?.notAfter) : NO_TIME],
    [`${at}.validity.not_before`, known ? time((message) => message.certificate?.notBefore) : NO_TIME],
  ];
}

const target = ({ request }: PolicyMessage): string => request?.target ?? "";
const url = ({ request }: PolicyMessage): string =>
  request ? `${request.scheme}://${request.host}${request.target}` : "";
const host = text(({ request }) => request?.host);
const method = text(({ request }) => request?.method);
const geo = (at: string, fields: string): [string, PolicyVariable][] =>
  fields.split(" ").map((field) => [`${at}.${field}`, NO_TEXT]);
const oldTls = (at: string): [string, PolicyVariable][] => [
  [`${at}.CertCN`, certificateName],
  [`${at}.CipherSuite`, cipher],
  [`${at}.SNI`, serverName],
  [`${at}.Version`, tlsVersion],
];

/**
 * Every variable of policies: the names of February 2024 (`conn.ClientIP`), which have capitals, and those of May 2024
 * (`conn.client_ip`), side by side (decisions/contract/policy-expressions.md).
 */
export const POLICY_VARIABLES: ReadonlyMap<string, PolicyVariable> = new Map<string, PolicyVariable>([
  ["conn.ClientIP", text(({ clientIp }) => clientIp)],
  ...geo("conn.Geo", "CountryCode Latitude Longitude LatLongRadiusKm"),
  ["conn.client_ip", text(({ clientIp }) => clientIp)],
  ["conn.server_ip", text(({ serverIp }) => serverIp)],
  ["conn.server_port", number(({ serverPort }) => BigInt(serverPort))],
  ["conn.bytes_in", number(({ bytesIn }) => BigInt(bytesIn))],
  ["conn.bytes_out", number(({ bytesOut }) => BigInt(bytesOut))],
  ["conn.start_ts", time(({ began }) => began)],
  ...geo("conn.geo", "city country country_code latitude longitude radius subdivision"),
  ["conn.tls.cipher_suite", cipher],
  ["conn.tls.sni", serverName],
  ["conn.tls.version", tlsVersion],
  ...certificate("client"),
  ...certificate("server"),
  ...oldTls("req.ClientTLS"),
  ["req.ContentLength", lengthOf("request")],
  ["req.Cookies", cookies((message) => cookiesOf(message, "request"))],
  ["req.Method", method],
  ["req.URL", text(target)],
  ["req.Params", map((message) => paramsOf(target(message)))],
  ["req.Protocol", text(({ request }) => `HTTP/${request?.version ?? ""}`)],
  ["req.Host", host],
  ["req.Location", headerOf("request", "location")],
  ["req.Headers", headers("request", canonical)],
  ["req.Trailers", NO_MAP],
  ["req.content_length", lengthOf("request")],
  ...contentType("request", "req.content_type"),
  ["req.cookies", cookies((message) => byName(cookiesOf(message, "request")))],
  ["req.headers", headers("request", lower)],
  ["req.host", host],
  ["req.location", headerOf("request", "location")],
  ["req.method", method],
  ["req.trailers", NO_MAP],
  ["req.url", text(url)],
  ["req.url.authority", host],
  ["req.url.host", host],
  ["req.url.path", text((message) => normalPath(target(message)))],
  ["req.url.query", text((message) => /\?(.*)/s.exec(target(message))?.[1])],
  ["req.url.query_params", map((message) => paramsOf(target(message)))],
  ["req.url.raw_path", text((message) => target(message).split("?", 1)[0])],
  ["req.url.scheme", text(({ request }) => request?.scheme)],
  ["req.url.uri", text(target)],
  ["req.url.user", NO_TEXT],
  ["req.url.user_password", NO_TEXT],
  ["req.user_agent", headerOf("request", "user-agent")],
  ["req.version", text(({ request }) => `HTTP/${request?.version.replace(/^2\.0$/, "2") ?? ""}`)],
  ["res.ContentLength", lengthOf("response")],
  ["res.Cookies", cookies((message) => cookiesOf(message, "response"))],
  ["res.Headers", headers("response", canonical)],
  ["res.Location", headerOf("response", "location")],
  ...oldTls("res.ServerTLS"),
  ...oldTls("res.ClientTLS"),
  ["res.StatusCode", text(({ response }) => String(response?.status ?? ""))],
  ["res.Trailers", NO_MAP],
  ["res.content_length", lengthOf("response")],
  ...contentType("response", "res.content_type"),
  ["res.cookies", cookies((message) => byName(cookiesOf(message, "response")))],
  ["res.headers", headers("response", lower)],
  ["res.location", headerOf("response", "location")],
  ["res.status_code", number(({ response }) => BigInt(response?.status ?? 0))],
  ["res.trailers", NO_MAP],
  ["time.now", text(({ now }) => new Date(now).toISOString())],
]);

/** What stands for a value that is not known. */
export const EMPTY: { readonly [T in ValueType]: Values[T] } = {
  text: "",
  number: 0n,
  list: [],
  map: new Map(),
  cookies: [],
  time: 0,
};
