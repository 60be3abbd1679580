/** Values by dotted names as the nested object, or in one that there is. */
export function nest(values: Readonly<Record<string, unknown>>, root: object = {}): Record<string, unknown> {
  for (const path in values) {
    const value = values[path];
    let at = root as Record<string, unknown>;
    let from = 0;
    for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", from)) {
      const head = path.slice(from, dot);
      at = (at[head] ??= {}) as Record<string, unknown>;
      from = dot + 1;
    }
    at[path.slice(from)] = value;
  }
  return root as Record<string, unknown>;
}
