import { KINDS } from "#resources/kinds.ts";
import { ROUTE_MODULES } from "#contract/modules/kinds.ts";
import type { AnyEdge } from "#resources/edges.ts";
import { counted } from "#ui/format.ts";

/** What goes with an edge: its routes, and how many modules those have beside their backends. */
export function goesWith(edge: AnyEdge | null): { routes: number; modules: number } {
  const routes = edge?.routes ?? [];
  const set = routes.flatMap((route) => ROUTE_MODULES.filter((kind) => kind !== "backend" && route[kind]));
  return { routes: routes.length, modules: set.length };
}

/** The same in words, empty where nothing does: "2 routes with 1 module". */
export function goesWithText(edge: AnyEdge | null): string {
  const { routes, modules } = goesWith(edge);
  if (routes === 0) return "";
  return `${counted(routes, KINDS.route.noun)}${modules > 0 ? ` with ${counted(modules, "module")}` : ""}`;
}
