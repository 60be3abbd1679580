import { KINDS } from "#resources/kinds.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { findingsOf, gathered, isWarning, isWhole, type Finding } from "#policy-lab/findings.ts";
import { findingText, findingTitle } from "#policy-lab/lab-text.ts";
import { groupBy } from "#resources/group-by.ts";
import { href } from "#resources/paths.ts";
import { counted } from "#ui/format.ts";
import type { Attention } from "./agent-attention.ts";

type Found = Finding<IpPolicyRule>;
type Known = { rules: readonly IpPolicyRule[]; policies: ReadonlyMap<string, string> };
/** One finding in all the policies that have it. */
type Alike = { finding: Found; ids: string[]; all: Found[] };

/**
 * The warnings of IP rules a line each, and the one line for those not shown. It counts on from them as the page it leads to does.
 * `opening` = the rules that are told to open an edge or a route, so not once more.
 */
export function ruleAttention({ rules, policies }: Known, opening: ReadonlySet<string>) {
  const found = gathered(findingsOf(rules));
  const isOpening = ({ all }: Alike) => all.every(({ rule }) => opening.has(rule.id));
  const same = groupBy(found.filter(isWarning), ({ kind, rule }) => `${kind} ${rule.action} ${rule.cidr}`);
  const alike = [...same.values()].flatMap((all): Alike[] => {
    const [finding] = all;
    return finding ? [{ finding, ids: [...new Set(all.map(({ rule }) => rule.ip_policy.id))], all }] : [];
  });
  const together = groupBy(alike, ({ finding: { kind, rule }, ids }) =>
    isWhole({ kind }) ? `${kind} ${ids.join(" ")}` : `${kind} ${rule.id}`,
  );
  const told = [...together.values()].flatMap(([first, ...more]) =>
    first
      ? {
          line: lineOf([first, ...more], (id) => policies.get(id) || id),
          isTold: first.finding.kind === "everyone" && [first, ...more].every(isOpening),
          count: more.reduce((sum, { all }) => sum + all.length, first.all.length),
        }
      : [],
  );
  return {
    lines: told.flatMap(({ line, isTold }) => (isTold ? [] : line)),
    rest: (more: readonly Attention[]): Attention => {
      const shown = told.filter(({ line }) => !more.includes(line));
      const count = shown.reduce((left, one) => left - one.count, found.length);
      return {
        key: "rules",
        tone: "warn",
        what: `${counted(count, "more suggestion")} for IP rules`,
        why: "Duplicates, contradictions and wide ranges.",
        fix: { label: "Show IP rules", to: href.ipRules() },
      };
    },
  };
}

/** What is said of the same policies: one finding, or that both families are open or closed. */
function lineOf([first, ...more]: [Alike, ...Alike[]], nameOf: (id: string) => string): Attention {
  const { finding, ids, all } = first;
  const ones = [first, ...more];
  const [id = "", ...others] = ids;
  const cidrs = ones.map(({ finding: { rule } }) => rule.cidr);
  const one = others.length === 0;
  // What a policy does as a whole is said of it: often no rule does it alone.
  const whole = one && isWhole(finding);
  const texts = ones.map((each) => findingText(each.finding)).join(" ");
  const show = (label: string, to: string): Attention["fix"] => ({ label, to });
  return {
    key: `rule ${finding.kind} ${finding.rule.id}`,
    tone: "warn",
    what: `${whole ? nameOf(id) : cidrs.join(", ")}: ${findingTitle(finding)}`,
    why: one
      ? `${texts}${whole ? "" : ` Policy: ${nameOf(id)}.`}`
      : `In ${counted(ids.length, KINDS.ipPolicy.short)}: ${ids.map(nameOf).join(", ")}.`,
    fix:
      one && more.length > 0
        ? show("Show policy", href.ipPolicy(id))
        : all.length > 1
          ? show("Show rules", href.ipRules(`?q=${encodeURIComponent(finding.rule.cidr)}`))
          : show("Show rule", href.ipRule(finding.rule.id)),
  };
}
