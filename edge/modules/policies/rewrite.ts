import type { RE2JS } from "re2js";
import { bounded } from "#contract/cel/policy-functions.ts";
import { paramsOf, type PolicyMessage } from "#contract/cel/policy-message.ts";
import { NotApplicable } from "../compiled.ts";

/** Longer ones are no request any more. */
const TARGET_MAX = 65_536;

/** `$1` and `${1}`, or one of the variables of a URL: `$uri`, `$arg_page`. */
const REFERENCE = /\$(?:(\d{1,2})|\{(\d{1,2})\}|([a-z_]+[a-zA-Z0-9_]*))/g;

/**
 * The path and query with every match of a pattern replaced.
 *
 * @throws NotApplicable where that gives no path.
 */
export function rewritten(from: RE2JS, to: string, { request }: PolicyMessage): string {
  const target = request?.target ?? "";
  try {
    bounded(from, target);
  } catch (error) {
    throw new NotApplicable(`url-rewrite: ${(error as Error).message}`);
  }
  const [path = "", query = ""] = target.split(/\?(.*)/s, 2);
  const variables: Record<string, string | undefined> = {
    args: query,
    query_string: query,
    is_args: query === "" ? "" : "?",
    uri: path,
    scheme: request?.scheme,
    host: request?.host,
  };
  const named = (name: string): string =>
    name.startsWith("arg_")
      ? encodeURIComponent(paramsOf(target).get(name.slice(4))?.[0] ?? "")
      : (variables[name] ?? "");
  const found = from.matcher(target);
  let out = "";
  let end = 0;
  while (found.find()) {
    const group = (digits: string): string =>
      Number(digits) <= found.groupCount() ? (found.group(Number(digits)) ?? "") : "";
    out += target.slice(end, found.start());
    out += to.replaceAll(REFERENCE, (_whole, digits?: string, braced?: string, name?: string) =>
      name === undefined ? group(digits ?? braced ?? "") : named(name),
    );
    end = found.end();
    if (out.length > TARGET_MAX) throw new NotApplicable("url-rewrite gives a URL that is too long");
  }
  // What a request line can't hold is written as in a URL; a second slash would name another host to some programs.
  const written = (out + target.slice(end)).replaceAll(/[^!-"$-~]/g, (one) => encodeURIComponent(one));
  if (!/^\/(?!\/)/.test(written) && written !== target)
    throw new NotApplicable("url-rewrite must give a path that begins with one /");
  return written;
}
