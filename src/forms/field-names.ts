import { valueAt, type Path } from "./json.ts";

/** A field of a form, and what its parts are called. */
export type FormField = {
  name: string;
  label: string;
  part?: ((rest: Path) => { label: string } | undefined) | undefined;
};

/**
 * What the faults under one field are called: each part that has one by its own name, the field's name where the part has
 * none. Empty when nothing is wrong there.
 */
export function leavesOf(errors: { [name: string]: unknown }, { name, label, part }: FormField): string[] {
  const paths = errorPaths(errors[name]).flatMap((at) =>
    placesOf(valueAt(errors[name], at)).map((below) => [...at, ...below]),
  );
  // An entry of a list is called like its list.
  const nameOf = (rest: Path): string =>
    rest.length === 0 ? label : (part?.(rest)?.label ?? nameOf(rest.slice(0, -1)));
  return paths.map(nameOf);
}

/** Where the controls with an error stand below a field: an error of react-hook-form has a type, all above it are its members. */
export function errorPaths(node: unknown, at: Path = []): Path[] {
  if (typeof node !== "object" || node === null) return [];
  if ("type" in node && typeof node.type === "string") return [at];
  const members: [string | number, unknown][] = Array.isArray(node)
    ? node.map((entry: unknown, index) => [index, entry])
    : Object.entries(node);
  return members.flatMap(([key, inner]) => errorPaths(inner, [...at, key]));
}

/** An error tells the places below its control in `types`. Entries of a list are the control's own business. */
function placesOf(error: unknown): Path[] {
  const types = Object.keys(valueAt(error, ["types"]) ?? {});
  const places = types.map((place) => JSON.parse(place) as Path);
  return places.length > 0 ? places : [[]];
}
