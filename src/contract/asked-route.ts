import { loginRouteOf } from "./login-paths.ts";
import { plainPath, readings } from "./path-readings.ts";
import { isNeverAsked } from "./route-path.ts";

type Matching = { matchType: string; match: string };
/** `modules` = those that are on, by kind. */
type Asked = Matching & { modules: Readonly<Record<string, unknown>> };

/** Above any prefix. */
const MAX_RANK = 2 ** 32;

/**
 * The route of a plain path: an exact one before prefixes, a longer prefix before a shorter one, and of two that are the same
 * path the one that is written so. A prefix is plain text.
 */
export function routeOf<R extends Matching>(routes: readonly R[], path: string): R | undefined {
  let best: R | undefined;
  let highest = -1;
  for (const route of routes) {
    const match = plainPath(route.match);
    const isExact = route.matchType === "exact_path";
    if (isExact ? match !== path : !path.startsWith(match)) continue;
    const rank = (isExact ? MAX_RANK : match.length) + (match === route.match ? 0.5 : 0);
    if (rank > highest) [best, highest] = [route, rank];
  }
  return best;
}

/**
 * The route of a path as it came (docs/decisions/edge/one-path.md): by its plain writing; undefined where none matches. Null where
 * an app may read it as the path of another route, whose modules it would pass by, and where its route is written as no request is.
 */
export function routeAsked<R extends Asked>(routes: readonly R[], path: string): R | undefined | null {
  const at = (one: string) => loginRouteOf(routes, one) ?? routeOf(routes, one);
  const [route, ...others] = [...readings(path)].map(at);
  if (route && isNeverAsked(route.match)) return null;
  return others.every((one) => one === route) ? route : null;
}
