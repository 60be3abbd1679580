/** What online sessions serve, by keys: the same key of two sessions means that either will do. */
export type ServedKeys = {
  keysOf: ReadonlyMap<string, ReadonlySet<string>>;
  sessionsOf: ReadonlyMap<string, ReadonlySet<string>>;
};
export type Served = ServedKeys & {
  /** The public URLs of a key; of a backend those of the edges that lead to it. */
  namesOf: (key: string) => readonly string[];
  /** Of the sessions of each key, those whose apps are not known to fail: only they keep it up. */
  upOf?: ServedKeys["sessionsOf"];
};

/** The URL of a route below the URL of its edge, null = the edge has no other. A route may name a host of its own. */
export function routeUrl(url: string, route: string | null): string {
  if (route === null) return url;
  return route.startsWith("/") ? `${url.replace(/\/$/, "")}${route}` : `https://${route}`;
}

/** What serves what, from pairs of a session and a key. */
export function servedBy(pairs: Iterable<readonly [session: string, key: string]>): ServedKeys {
  const keysOf = new Map<string, Set<string>>();
  const sessionsOf = new Map<string, Set<string>>();
  for (const [session, key] of pairs) {
    keysOf.set(session, (keysOf.get(session) ?? new Set()).add(key));
    sessionsOf.set(key, (sessionsOf.get(key) ?? new Set()).add(session));
  }
  return { keysOf, sessionsOf };
}
