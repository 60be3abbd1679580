import { parseTree } from "jsonc-parser";
import type { IncomingHttpHeaders } from "node:http";

export type TokenPlace = {
  type: "jwt" | "at+jwt" | "it+jwt";
  method: "header" | "body";
  name: string;
  prefix: string;
};

/** "header Authorization". */
export const placeText = ({ method, name }: TokenPlace): string =>
  `${method === "body" ? "body field" : "header"} ${name}`;

/** A token, or why there is none. */
export type Looked = { token: string } | { absent: string };

/** The token in a header. */
export function inHeader(place: TokenPlace, headers: IncomingHttpHeaders): Looked {
  const value = headers[place.name.toLowerCase()];
  return without(place, value === undefined ? undefined : [value].flat().join(", "));
}

/** The token in a form or JSON object. Of a field that comes twice the app might take the other one: there is none. */
export function inBody(place: TokenPlace, headers: IncomingHttpHeaders, body: Buffer): Looked {
  const type = (headers["content-type"] ?? "").toLowerCase();
  if (/^application\/x-www-form-urlencoded\s*(;|$)/.test(type))
    return without(place, ...new URLSearchParams(body.toString()).getAll(place.name));
  if (/^application\/([\w.-]+\+)?json\s*(;|$)/.test(type)) return without(place, ...members(place, body));
  return { absent: "The body is neither JSON nor a form" };
}

function members({ name }: TokenPlace, body: Buffer): unknown[] {
  const text = body.toString();
  try {
    JSON.parse(text);
  } catch {
    return [];
  }
  const { type, children = [] } = parseTree(text) ?? {};
  if (type !== "object") return [];
  return children.flatMap(({ children: [key, value] = [] }) => (key?.value === name ? [value?.value] : []));
}

/** Upper and lower case of a prefix are the same, as in the schemes of Authorization (RFC 9110 §11.1). */
function without(place: TokenPlace, value?: unknown, second?: unknown): Looked {
  const { prefix } = place;
  const where = placeText(place);
  if (second !== undefined) return { absent: `There is more than one ${where}` };
  if (typeof value !== "string" || value === "") return { absent: `No token in ${where}` };
  if (value.slice(0, prefix.length).toLowerCase() !== prefix.toLowerCase())
    return { absent: `The ${where} does not begin with ${prefix.trim()}` };
  const token = value.slice(prefix.length).trim();
  return token === "" ? { absent: `No token in ${where}` } : { token };
}
