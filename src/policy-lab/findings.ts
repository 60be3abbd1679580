import { groupBy } from "#resources/group-by.ts";
import { everyoneAmong } from "./everyone.ts";
import { compareRanges, type Oddity, type Range, sameRange } from "./range.ts";
import { deciders } from "./sweep.ts";
import { byPolicy, rangeOf, type RuleLike } from "./verdict.ts";

/**
 * What is worth a look in the rules of one policy: what is wrong or dangerous first, then what is needless, then what may be
 * meant. Those of {@link NEVER_DECIDES} are the rules whose removal changes no verdict of the policy.
 */
const ORDER = [
  /** 0.0.0.0/0 or ::/0, or rules that hold as much together. */
  "everyone",
  "nobody",
  /** The range or the action is unknown to this console, so the rule takes part in no verdict. */
  "unreadable",
  /** An allow inside, or the same as, a deny. */
  "contradiction",
  /** The writing of the range says something else than it does. */
  "hostBits",
  "noMask",
  "mapped",
  /** The same range and action twice. */
  "duplicate",
  /** Inside another rule of the same action. */
  "overlap",
  /** Several other rules together say the same. */
  "shadowed",
  /** A deny where nothing is allowed; it still counts on a route that joins the policy with others. */
  "idle",
  /** A deny inside an allow. */
  "exception",
] as const;

export type FindingKind = (typeof ORDER)[number];

export type Finding<R extends RuleLike = RuleLike> = {
  kind: FindingKind;
  rule: R;
  /** The rules that make it so. */
  others: R[];
  /** How many other rules have no effect because of it; set by {@link gathered}. */
  idle?: number;
};

/** The findings that say: without this rule every verdict of its policy is the same. */
export const NEVER_DECIDES: ReadonlySet<FindingKind> = new Set([
  "contradiction",
  "duplicate",
  "overlap",
  "shadowed",
  "idle",
]);

/**
 * The findings whose rule can go at no loss. What is needless only beside a rule that holds every address is not among them:
 * that one is itself a finding, and without both the policy would be closed.
 */
export function deletable<R extends RuleLike>(findings: readonly Finding<R>[]): Set<Finding<R>> {
  const wide = new Set(findings.filter(isWhole).flatMap(({ rule, others }) => [rule, ...others]));
  return new Set(
    findings.filter(
      ({ kind, others }) =>
        kind === "duplicate" ||
        ((kind === "overlap" || kind === "shadowed") && !others.some((one) => wide.has(one))),
    ),
  );
}

/** Whether it is said of a policy as a whole: open, or closed, to everyone. */
export const isWhole = ({ kind }: Pick<Finding, "kind">) => kind === "everyone" || kind === "nobody";

/**
 * The findings as a list shows them: those that only follow from rules that hold every address are counted there (`idle`). What
 * is closed to everyone is not said to be open.
 */
export function gathered<R extends RuleLike>(findings: readonly Finding<R>[]): Finding<R>[] {
  const whole = findings.filter(isWhole);
  const keyOf = ({ rule }: Finding<R>) => `${rule.ip_policy.id} ${rangeOf(rule)?.family}`;
  const closed = new Set(whole.filter(({ kind }) => kind === "nobody").map(keyOf));
  const causes = new Map(whole.flatMap((one) => [one.rule, ...one.others].map((rule) => [rule, one])));
  const idle = new Map<Finding<R>, number>();
  const follows = ({ kind, rule, others: [first, ...more] }: Finding<R>) => {
    const cause = first && causes.get(first);
    const only = cause && more.every((one) => causes.get(one) === cause);
    if (!only || kind === "duplicate" || kind === "exception" || isWhole({ kind })) return false;
    idle.set(cause, (idle.get(cause) ?? 0) + 1);
    causes.set(rule, cause);
    return true;
  };
  // Once more for what is inside those: as often as rules are nested.
  let left = findings;
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    left = left.filter((one) => !follows(one));
  }
  return left
    .filter((one) => one.kind !== "everyone" || !closed.has(keyOf(one)))
    .map((one) => ({ ...one, idle: idle.get(one) ?? 0 }));
}

/** Whether a finding asks to be looked at; the others are remarks. */
export function isWarning({ kind }: Finding): boolean {
  return ORDER.indexOf(kind) <= ORDER.indexOf("duplicate");
}

/** Everything worth a look, in all policies, most urgent first. Linear in the number of rules but for their sorting. */
export function findingsOf<R extends RuleLike>(rules: readonly R[]): Finding<R>[] {
  return [...byPolicy(rules).values()]
    .flatMap(ofPolicy)
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** The findings of each rule, by its id; what rules do together is a finding of each. */
export function findingsByRule<R extends RuleLike>(
  findings: readonly Finding<R>[],
): Map<string, Finding<R>[]> {
  const told = findings.flatMap((finding) => {
    const joint = isWhole(finding) ? finding.others : [];
    return [finding.rule, ...joint].map((rule) => ({ rule, finding }));
  });
  const groups = groupBy(told, ({ rule }) => rule.id);
  return new Map([...groups].map(([id, all]) => [id, all.map(({ finding }) => finding)]));
}

/** What a rule that another one decides for already is. */
const DECIDED: ReadonlySet<FindingKind> = new Set(["contradiction", "overlap", "shadowed"]);

/** Of rules that are to be created, by their ids: why one would change nothing beside those there are and each other. */
export function decidedAlready<R extends RuleLike>(
  drafts: readonly R[],
  rules: readonly R[],
): Map<string, Finding<R>> {
  const policies = new Set(drafts.map(({ ip_policy }) => ip_policy.id));
  const around = rules.filter(({ ip_policy }) => policies.has(ip_policy.id));
  const own = new Set(drafts);
  return new Map(
    findingsOf([...around, ...drafts]).flatMap((finding) =>
      DECIDED.has(finding.kind) && own.has(finding.rule) ? [[finding.rule.id, finding] as const] : [],
    ),
  );
}

type Placed<R> = { rule: R; range: Range };

function ofPolicy<R extends RuleLike>(rules: R[]): Finding<R>[] {
  const found: Finding<R>[] = [];
  const add = (kind: FindingKind, rule: R, others: R[] = []) => void found.push({ kind, rule, others });
  const placed: Placed<R>[] = [];
  for (const rule of rules) {
    const range = rangeOf(rule);
    if (!range || (rule.action !== "allow" && rule.action !== "deny")) {
      add("unreadable", rule);
      continue;
    }
    for (const oddity of range.oddities) add(oddity satisfies Oddity, rule);
    placed.push({ rule, range });
  }
  const sorted = placed.toSorted((a, b) => compareRanges(a.range, b.range));
  for (const {
    kind,
    rules: [rule, ...others],
  } of everyoneAmong(sorted))
    add(kind, rule, others);
  const once = withoutDuplicates(sorted, (rule, first) => add("duplicate", rule, [first]));
  for (const finding of related(once)) found.push(finding);
  return found;
}

/** The first rule of each range and action; `onTwice` hears of the others. */
function withoutDuplicates<R extends RuleLike>(
  sorted: readonly Placed<R>[],
  onTwice: (rule: R, first: R) => void,
): Placed<R>[] {
  const firsts = new Map<string, R>();
  return sorted.filter(({ rule, range }) => {
    const name = `${rule.action} ${range.text}`;
    const first = firsts.get(name);
    if (first) onTwice(rule, first);
    else firsts.set(name, rule);
    return !first;
  });
}

/** What the rules of one policy say of each other. */
function related<R extends RuleLike>(placed: readonly Placed<R>[]): Finding<R>[] {
  const { sites, decisive, blocksUnallowed } = deciders(placed, ({ rule }) => rule.action);
  return sites.flatMap(({ item, sameAction, otherAction, inner }): Finding<R>[] => {
    const { rule } = item;
    const finding = (kind: FindingKind, others: readonly Placed<R>[]) => [
      { kind, rule, others: others.map((one) => one.rule) },
    ];
    if (rule.action === "allow" && otherAction) return finding("contradiction", [otherAction]);
    if (sameAction) return finding("overlap", [sameAction]);
    if (!decisive.has(item)) {
      return blocksUnallowed.has(item) ? finding("idle", []) : finding("shadowed", inner);
    }
    const strictly = otherAction && !sameRange(otherAction.range, item.range);
    return rule.action === "deny" && strictly ? finding("exception", [otherAction]) : [];
  });
}
