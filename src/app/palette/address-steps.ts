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
  return [...parts.map((_, index) => `${host}/${parts.slice(0, parts.length - index).join("/")}`), host];
}
