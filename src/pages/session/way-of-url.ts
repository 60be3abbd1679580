import { isBroken, leadOf, type EdgeWay, type Serving } from "#resources/edge-way.ts";

/** What a URL of one route leads to, where the ways of its edge differ. */
export function wayOfUrl(
  way: EdgeWay | undefined,
  url: string | null,
  serving: Serving,
): EdgeWay | undefined {
  if (!way || way.of < 2 || url === null || !URL.canParse(url)) return way;
  const { pathname } = new URL(url);
  const own = way.broken.find(({ match }) => match === pathname);
  if (!own) return { lead: "served", broken: [], of: way.of };
  const lead = leadOf(own, serving);
  // What is broken and not by the route itself is so by its edge, as all its routes.
  return { lead: isBroken(lead) ? lead : way.lead, broken: [own], of: 1 };
}
