/** Headers as they came: each name in any case, once for each value. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** A client certificate, as far as it is known. Names of `subject` and `issuer` are those of OpenSSL: CN, O, OU, C, ST, L. */
export type PolicyCertificate = {
  serial: string;
  subject: DistinguishedName;
  issuer: DistinguishedName;
  /** `DNS:a.example, IP Address:10.0.0.1`. */
  altNames: string;
  /** Milliseconds since 1970. */
  notBefore: number;
  notAfter: number;
};
export type DistinguishedName = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What policies know of a connection, a request and its answer. Times in milliseconds since 1970. */
export type PolicyMessage = {
  clientIp: string;
  serverIp: string;
  serverPort: number;
  began: number;
  now: number;
  bytesIn: number;
  bytesOut: number;
  /** Where TLS ended at the edge: `version` as TLSv1.3, `name` as the visitor asked for. */
  tls: { version: string; cipher: string; name: string } | null;
  certificate: PolicyCertificate | null;
  /** null of a connection that is no HTTP. `target` = path and query as they were sent, `version` = 1.1. */
  request: {
    method: string;
    scheme: string;
    host: string;
    target: string;
    version: string;
    headers: HeaderPairs;
  } | null;
  /** null before there is an answer. */
  response: { status: number; headers: HeaderPairs } | null;
};

export type Lists = Map<string, string[]>;

/** Values by name, each name as `named` writes it. */
export function listsOf(pairs: HeaderPairs, named: (name: string) => string): Lists {
  const lists: Lists = new Map();
  for (const [name, value] of pairs) {
    const key = named(name);
    const known = lists.get(key);
    if (known) known.push(value);
    else lists.set(key, [value]);
  }
  return lists;
}

export const lower = (name: string): string => name.toLowerCase();
/** `user-agent` → `User-Agent`, as the older names want it. */
export const canonical = (name: string): string =>
  lower(name).replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());

/** All values of a header in its order. */
export const valuesOf = (pairs: HeaderPairs | undefined, name: string): string[] =>
  (pairs ?? []).filter(([one]) => lower(one) === lower(name)).map(([, value]) => value);

/** Parameters of a query, decoded. */
export function paramsOf(target: string): Lists {
  const query = target.includes("?") ? target.slice(target.indexOf("?") + 1) : "";
  return listsOf([...new URLSearchParams(query)], (name) => name);
}

/** The path without dot segments, decoded, so that one path has one writing. What can't be decoded stays. */
export function normalPath(target: string): string {
  const raw = target.split("?", 1)[0] ?? "";
  let path = raw;
  try {
    path = decodeURIComponent(raw);
  } catch {
    // As it came.
  }
  const parts: string[] = [];
  for (const part of path.split("/").slice(1)) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}${/\/\.\.?$/.test(path) && parts.length > 0 ? "/" : ""}`;
}

/** A cookie under the names of both eras. */
export type Cookie = Map<string, string | boolean | bigint>;

const FLAGS = { secure: "Secure", httponly: "HttpOnly" };
const TEXTS = { path: "Path", domain: "Domain", expires: "Expires", samesite: "SameSite" };

/** `name=value; Path=/; Secure` of a set-cookie header, or one part of a cookie header. */
function cookieOf(text: string): Cookie {
  const [first = "", ...attributes] = text.split(";").map((part) => part.trim());
  const said = new Map(
    attributes.map((part) => {
      const [name = "", ...value] = part.split("=");
      return [lower(name), value.join("=")] as const;
    }),
  );
  const [name = "", ...value] = first.split("=");
  const fields: [name: string, value: string | boolean | bigint][] = [
    ["Name", name],
    ["Value", value.join("=").replace(/^"(.*)"$/, "$1")],
    ...Object.entries(FLAGS).map(([key, field]) => [field, said.has(key)] as [string, boolean]),
    ...Object.entries(TEXTS).map(([key, field]) => [field, said.get(key) ?? ""] as [string, string]),
    ["MaxAge", BigInt(/^-?\d{1,15}$/.exec(said.get("max-age") ?? "")?.[0] ?? 0)],
  ];
  const later = (field: string): string => field.replace(/(?!^)[A-Z]/g, "_$&").toLowerCase();
  return new Map([...fields, ...fields.map(([field, one]) => [later(field), one] as [string, typeof one])]);
}

/** Cookies of a request, or of its answer. */
export function cookiesOf(message: PolicyMessage, side: "request" | "response"): Cookie[] {
  const headers = message[side]?.headers;
  if (side === "response") return valuesOf(headers, "set-cookie").map(cookieOf);
  const parts = valuesOf(headers, "cookie").flatMap((value) => value.split(";"));
  return parts.filter((part) => part.includes("=")).map((part) => cookieOf(part.trim()));
}

/** What a cookie is that is not there, so that its fields can be compared. */
export const NO_COOKIE: Cookie = cookieOf("");
