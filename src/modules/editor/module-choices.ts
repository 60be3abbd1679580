import { factsOf } from "#contract/modules/kinds.ts";
import { MODULE_GROUPS } from "#contract/modules/module-contract.ts";

/** The kinds to choose from that hold every word of a search, by group. */
export function choicesOf(kinds: readonly string[], search: string) {
  const words = search.toLowerCase().split(/\s+/);
  const fits = (kind: string) => {
    const { title, purpose, group, terms = [] } = factsOf(kind) ?? {};
    const text = `${kind} ${title} ${purpose} ${group} ${terms.join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return MODULE_GROUPS.map((group) => ({
    group,
    kinds: kinds.filter((kind) => factsOf(kind)?.group === group && fits(kind)),
  })).filter((one) => one.kinds.length > 0);
}
