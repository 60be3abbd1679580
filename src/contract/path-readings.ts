/** What may be read in more than one way; all other paths are their own only reading. */
const DOUBTFUL = /[%\\;]|\/\/|\/\.\.?(?:\/|$)/;
/** Encoded, these split no segment and stand for nothing else: they stay as they are. */
const KEPT = /%(2f|5c|25)/gi;

/** The path without dot segments (RFC 3986, 5.2.4). */
function withoutDots(path: string): string {
  const parts: string[] = [];
  const all = path.split("/").slice(1);
  for (const [index, part] of all.entries()) {
    const isDots = part === "." || part === "..";
    if (part === "..") parts.pop();
    if (!isDots) parts.push(part);
    else if (index === all.length - 1) parts.push("");
  }
  return `/${parts.join("/")}`;
}

function decoded(run: string): string {
  try {
    return decodeURIComponent(run.replaceAll(KEPT, (_, code: string) => `%25${code.toUpperCase()}`));
  } catch {
    return run;
  }
}

const decodedPath = (path: string): string => path.replaceAll(/(?:%[\da-f]{2})+/gi, decoded);

/** The one writing of a path that URLs are compared by: decoded, except for slashes, and without dot segments. */
export function plainPath(path: string): string {
  return DOUBTFUL.test(path) ? withoutDots(decodedPath(path)) : path;
}

/** What apps take in different ways: what splits segments, what follows a semicolon, and empty segments. */
const DOUBLED: readonly [RegExp, string] = [/\/{2,}/g, "/"];
const LAX = [[/%2F|%5C|\\/g, "/"], [/;[^/]*/g, ""], DOUBLED] as const;

/** Every way in which an app may read a path, the {@link plainPath} first; that alone for most. */
export function readings(path: string): ReadonlySet<string> {
  if (!DOUBTFUL.test(path)) return new Set([path]);
  let texts = [decodedPath(path)];
  for (const [what, by] of LAX) texts = [...texts, ...texts.map((text) => text.replaceAll(what, by))];
  return new Set(texts.map(withoutDots).flatMap((text) => [text, text.replaceAll(...DOUBLED)]));
}
