/**
 * Whether no request has this path: clients resolve dot segments before they ask, and apps read a doubled slash in two ways
 * (docs/decisions/edge/one-path.md).
 */
export const isNeverAsked = (path: string): boolean =>
  /\/\/|\/\.\.?(?:\/|$)/.test(path.replaceAll(/%2e/gi, "."));

/** The path of a URL that is pasted for it: `https://shop.example/cart?x=1` → `/cart`. What is no URL stays as it is. */
export function pathOfUrl(typed: string): string {
  const [, path] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*([^?#]*)/i.exec(typed.trim()) ?? [];
  return path === undefined ? typed : path || "/";
}

/** The path that requests have which ask for this one: without query, doubled slashes and dot segments. */
export function askedPath(path: string): string {
  const parts = path
    .replace(/[?#].*$/s, "")
    .split("/")
    .slice(1);
  const kept: string[] = [];
  for (const part of parts) {
    const plain = part.replaceAll(/%2e/gi, ".");
    if (plain === "..") kept.pop();
    else if (plain !== "" && plain !== ".") kept.push(part);
  }
  const isFolder = /^(?:|\.|\.\.)$/.test((parts.at(-1) ?? "").replaceAll(/%2e/gi, "."));
  return `/${kept.join("/")}${isFolder && kept.length > 0 ? "/" : ""}`;
}
