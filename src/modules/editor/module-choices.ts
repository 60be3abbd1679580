import { factsOf } from "#contract/modules/kinds.ts";
import { MODULE_GROUPS } from "#contract/modules/module-contract.ts";
import { textsOf } from "../texts.ts";

/** The kinds to choose from that hold every word of a search, by group. */
export function choicesOf(kinds: readonly string[], search: string) {
  // What their texts call "sign in".
  const words = search
    .toLowerCase()
    .replace(/\b(log|sign)-? ?in/, "sign in")
    .split(/\s+/);
  const fits = (kind: string) => {
    const { title, purpose } = textsOf(kind);
    const text = `${kind} ${title} ${purpose} ${factsOf(kind)?.group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return MODULE_GROUPS.map((group) => ({
    group,
    kinds: kinds.filter((kind) => factsOf(kind)?.group === group && fits(kind)),
  })).filter((one) => one.kinds.length > 0);
}
