/** So many parts of a path are tried. */
const PARTS_MAX = 12;

/**
 * What to look for when an address of a service was pasted, as an alarm names it: its path, shortened part by part, then
 * its host alone. None of any other text; without a scheme, a host has a dot.
 */
export function addressSteps(typed: string): string[] {
  const [, authority = "", path = ""] =
    /^(?:\w+:\/\/|(?=[^/]+\.))([^/?#\s]+)(\/[^?#\s]*)?(?:[?#]\S*)?$/.exec(typed.trim()) ?? [];
  if (authority === "") return [];
  const host = authority.replace(/^.*@/, "").replace(/:(80|443)$/, "");
  const parts = path.split("/").filter(Boolean).slice(0, PARTS_MAX);
  // A route is named without the port that its edge has for trying out.
  const name = host.replace(/:\d+$/, "");
  const paths = parts.map((_, index) => `/${parts.slice(0, parts.length - index).join("/")}`);
  return [...new Set(paths.flatMap((path) => [host + path, name + path])), host];
}
