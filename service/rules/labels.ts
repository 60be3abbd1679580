type Labels = Readonly<Record<string, string>>;

/** Whether a tunnel's labels include all of a backend's (family-facts §5). */
export function labelsMatch(backend: Labels, tunnel: Labels): boolean {
  return Object.entries(backend).every(
    ([name, value]) => Object.hasOwn(tunnel, name) && tunnel[name] === value,
  );
}
