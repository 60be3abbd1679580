import type { Path } from "#forms/json.ts";

/** An entry of a list by its number, "rule 2", with the path below it; one that stands alone has no number. */
export function numbered(one: string, path: Path): [label: string, below: Path] {
  const [first, ...below] = path;
  return typeof first === "number" ? [`${one} ${first + 1}`, below] : [one, path];
}
