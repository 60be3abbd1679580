type EdgeLike = {
  id: string;
  hostports?: readonly string[] | null | undefined;
  description?: string | null | undefined;
};

/** A hostport as people say it: without the port that goes without saying. */
export function hostOf(hostport: string): string {
  return hostport.replace(/:443$/, "");
}

/** The name of an edge: its first host, else its id. */
export function edgeName(edge: EdgeLike): string {
  const [first] = edge.hostports ?? [];
  return first === undefined ? edge.id : hostOf(first);
}

/** Where a route applies: "app.example.com/dispatch". Its match may name a host of its own (api.md, HTTPS edge route). */
export function routePlace(edge: EdgeLike, match: string): string {
  return match.startsWith("/") ? `${edgeName(edge)}${match}` : match;
}

const MATCH_TYPES: Record<string, string> = { exact_path: "Exact path", path_prefix: "Path prefix" };

/** "path_prefix" → "Path prefix"; a type this console does not know stays as it is. */
export function matchTypeWords(type: string): string {
  return Object.hasOwn(MATCH_TYPES, type) ? (MATCH_TYPES[type] ?? type) : type;
}
