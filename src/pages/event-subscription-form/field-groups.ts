import { TRAFFIC_KINDS } from "#contract/traffic/fields.ts";
import { groupBy } from "#resources/group-by.ts";

/** The fields of a kind of traffic by what they are about: conn, http.request, tls. */
export function fieldGroups(type: string): { head: string; names: string[] }[] {
  const headOf = (name: string) => /^(?:http\.\w+|\w+)/.exec(name)?.[0] ?? name;
  return [...groupBy(Object.keys(TRAFFIC_KINDS[type] ?? {}).toSorted(), headOf)].map(([head, names]) => ({
    head,
    names: [...names],
  }));
}
