import { counted } from "#ui/format.ts";
import type { Finding, FindingKind } from "./findings.ts";
import type { Range } from "./range.ts";
import type { ReplacementPlan } from "./replacement.ts";
import { rangeOf, type RuleLike, type Verdict } from "./verdict.ts";

/** Said wherever a verdict is shown, since the API does not say it (decisions/ip-rules/verdicts.md). */
export const ASSUMPTION =
  "Assumed: an address passes a policy when some allow rule matches and no deny rule does. The service does not document this.";

const TITLES: Record<FindingKind, string> = {
  unreadable: "Can’t be read",
  contradiction: "Allowed, but denied anyway",
  everyone: "Open to everyone",
  nobody: "Closed to everyone",
  hostBits: "Host bits are set",
  noMask: "Has no mask",
  mapped: "IPv4 written as IPv6",
  duplicate: "Twice the same",
  overlap: "Overlap, never decides",
  shadowed: "Never decides",
  idle: "Denies what nothing allows",
  exception: "An exception",
};

/** The title of a finding. */
export const findingTitle = ({ kind }: Pick<Finding, "kind">) => TITLES[kind];

const PILLS: Partial<Record<FindingKind, string>> = {
  unreadable: "unreadable",
  contradiction: "denied anyway",
  everyone: "everyone",
  nobody: "everyone",
  hostBits: "host bits",
  noMask: "no mask",
  mapped: "IPv4 as IPv6",
  duplicate: "twice",
  overlap: "never decides",
  shadowed: "never decides",
};

/** A word or two for the rule's row; null where the finding is no more than a remark. */
export const findingPill = ({ kind }: Pick<Finding, "kind">) => PILLS[kind] ?? null;

const familyName = (range: Range | null) => (range?.family === 6 ? "IPv6" : "IPv4");

/** A finding in a sentence or two. */
export function findingText({ kind, rule, others }: Finding): string {
  const range = rangeOf(rule);
  const other = others[0]?.cidr ?? "";
  switch (kind) {
    case "unreadable":
      return `${rule.cidr || "A rule"} (${rule.action}) is left out of every verdict here.`;
    case "contradiction":
      return `${rule.cidr} is inside ${other}, which is denied. A deny decides.`;
    case "everyone":
      return `${rule.cidr} allows all ${familyName(range)} that no rule denies. ${range?.family === 6 ? "IPv4" : "IPv6"} has its own rules.`;
    case "nobody":
      return `${rule.cidr} denies all ${familyName(range)}, whatever is allowed.`;
    case "hostBits":
      return `${rule.cidr} covers all of ${range?.text}.`;
    case "noMask":
      return `${rule.cidr} is taken for ${range?.text}, this one address.`;
    case "mapped":
      return `${rule.cidr} is taken for ${range?.text}. A service may not.`;
    case "duplicate":
      return `${rule.cidr} is in this policy twice, with the same action.`;
    case "overlap":
      return `${rule.cidr} lies inside ${other}, same action.`;
    case "shadowed":
      return `Without ${rule.cidr} other rules say the same of each of its addresses.`;
    case "idle":
      return `No rule of this policy allows any of ${rule.cidr}. It counts on a route that joins the policy with others.`;
    case "exception":
      return `${rule.cidr} is denied inside ${other}, which is allowed.`;
    default:
      return kind satisfies never;
  }
}

/** Why a verdict is what it is: "1 allow and 1 deny match. A deny decides: 203.0.113.57/32". */
export function verdictText({ outcome, allows, denies }: Verdict): string {
  const list = (rules: readonly RuleLike[]) => {
    const shown = rules
      .slice(0, 3)
      .map(({ cidr }) => cidr)
      .join(", ");
    return rules.length > 3 ? `${shown} and ${rules.length - 3} more` : shown;
  };
  if (outcome === "unmatched") return "No allow rule matches.";
  if (outcome === "denied") {
    if (allows.length === 0)
      return `${counted(denies.length, "deny matches", "denies match")}: ${list(denies)}`;
    return `${allows.length} allow and ${denies.length} deny match. A deny decides: ${list(denies)}`;
  }
  return `${counted(allows.length, "allow matches", "allows match")}: ${list(allows)}`;
}

/** "256 addresses, 203.0.113.0 to 203.0.113.255"; huge ranges as a power of two. */
export function sizeText({ bits, family }: Range): string {
  const free = (family === 4 ? 32 : 128) - bits;
  if (bits === 0) return `Every ${family === 4 ? "IPv4" : "IPv6"} address`;
  if (free === 0) return "1 address";
  return free <= 20 ? `${2 ** free} addresses` : `2^${free} addresses`;
}

/** What a replacement will do, step by step, and why in this order. `names` are those of the policies. */
export function replacementWords(
  { order, rule, body }: ReplacementPlan,
  names: { from: string; to: string },
): { steps: [string, string]; why: string; failure: string } {
  const create = `Create ${body.action} ${body.cidr} in ${names.to}`;
  const remove = `Delete ${rule.action} ${rule.cidr} in ${names.from}`;
  if (order === "create-first") {
    return {
      steps: [create, remove],
      why:
        rule.action === "deny"
          ? "In this order no route is without the deny for a moment: until the old rule is gone, both policies have one."
          : "In this order nobody who stays allowed is cut off for a moment: until the old rule is gone, both policies have one.",
      failure: "If the second step fails, the new rule is deleted again.",
    };
  }
  return {
    steps: [remove, create],
    why:
      body.action === "deny"
        ? "A policy holds a range once, so the old rule goes first. Nothing opens in between: without the allow, its addresses are let in no more than before."
        : "A policy holds a range once, so the old rule goes first. Nothing opens in between that stays closed at the end: only what other allow rules cover.",
    failure: "If the second step fails, the old rule is created again, under a new id.",
  };
}
