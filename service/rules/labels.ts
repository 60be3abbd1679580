type Labels = Readonly<Record<string, string>> | null;

/** Whether a tunnel's labels include all of a backend's (protocol-facts.md#tunnels). */
export function labelsMatch(backend: Labels, tunnel: Labels): boolean {
  if (!backend || !tunnel) return false;
  return Object.entries(backend).every(
    ([name, value]) => Object.hasOwn(tunnel, name) && tunnel[name] === value,
  );
}
