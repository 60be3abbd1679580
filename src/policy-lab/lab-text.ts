import { KINDS } from "#resources/kinds.ts";
import { counted, formatCount, plural } from "#ui/format.ts";
import type { Everyone } from "./everyone.ts";
import type { Finding, FindingKind } from "./findings.ts";
import { neighboursOf } from "./neighbours.ts";
import type { Range } from "./range.ts";
import type { ReplacementPlan } from "./replacement.ts";
import { rangeOf, type RuleLike, type Verdict } from "./verdict.ts";

/** Said wherever a verdict is shown, since the API does not say it (decisions/ip-rules/verdicts.md). */
export const RULE_OF_VERDICTS = "An address is allowed when an allow rule matches and no deny rule does.";

const TITLES: Record<FindingKind | Everyone["kind"], string> = {
  unreadable: "Unreadable rule",
  contradiction: "Allowed, but also denied",
  everyone: "Open to everyone",
  nobody: "Closed to everyone",
  most: "Open to most addresses",
  hostBits: "Host bits set",
  noMask: "No mask",
  mapped: "IPv4 written as IPv6",
  duplicate: "Duplicate rule",
  overlap: "Redundant overlap",
  shadowed: "Redundant",
  idle: "Deny without an allow",
  exception: "Exception",
};

/** The title of a finding, or of what opens or closes a policy. */
export const findingTitle = ({ kind }: { kind: FindingKind | Everyone["kind"] }) => TITLES[kind];

const PILLS: Partial<Record<FindingKind, string>> = {
  unreadable: "unreadable",
  contradiction: "denied anyway",
  everyone: "everyone",
  nobody: "everyone",
  hostBits: "host bits",
  noMask: "no mask",
  mapped: "IPv4 as IPv6",
  duplicate: "duplicate",
  overlap: "redundant",
  shadowed: "redundant",
};

/** A word or two for the rule's row; null where the finding is no more than a remark. */
export const findingPill = ({ kind }: Pick<Finding, "kind">) => PILLS[kind] ?? null;

/** What opens or closes a policy to everyone, in a sentence; with `nameOf`, of rules that may be in several policies. */
export function everyoneText(
  { kind, family, rules }: Everyone,
  nameOf?: (policyId: string) => string,
): string {
  const ranges = rangesText(rules, " and ", nameOf);
  if (kind === "most")
    return `${ranges} ${rules.length > 1 ? "together allow" : "allows"} more than half of all IPv${family} addresses.`;
  const verb = kind === "everyone" ? "allow" : "deny";
  const does = rules.length > 1 ? `together ${verb}` : verb === "allow" ? "allows" : "denies";
  const unless = kind === "everyone" ? " that no rule denies" : ", even those that are allowed";
  return `${ranges} ${does} all IPv${family} addresses${unless}.`;
}

/** Up to three ranges, and how many more there are. */
function rangesText(rules: readonly RuleLike[], last = ", ", nameOf?: (policyId: string) => string): string {
  const shown = rules
    .slice(0, 3)
    .map(({ cidr, ip_policy }) => (nameOf ? `${cidr} in ${nameOf(ip_policy.id)}` : cidr));
  if (rules.length > 3) return `${shown.join(", ")} and ${formatCount(rules.length - 3)} more`;
  return [shown.slice(0, -1).join(", "), ...shown.slice(-1)].filter(Boolean).join(last);
}

/** What a rule denies though other rules of its policy allow it; null for nothing. */
export function overruledText(rule: RuleLike, rules: readonly RuleLike[]): string | null {
  const { same, inside } = neighboursOf(rule, rules);
  const allowed =
    rule.action === "deny" ? [...same, ...inside].filter(({ action }) => action === "allow") : [];
  if (allowed.length === 0) return null;
  return `Also denies ${rangesText(allowed, " and ")}, which ${plural(allowed.length, "another rule allows", "other rules allow")}.`;
}

/** A finding in a sentence or two. */
export function findingText({ kind, rule, others, idle = 0 }: Finding): string {
  const range = rangeOf(rule);
  const other = others[0]?.cidr ?? "";
  switch (kind) {
    case "unreadable":
      return `${rule.cidr || "A rule"} (${rule.action}) can’t be read and is ignored here.`;
    case "contradiction":
      return `${rule.cidr} is allowed, but ${other} is denied. Deny wins.`;
    case "everyone":
    case "nobody": {
      const said = everyoneText({ kind, family: range?.family ?? 4, rules: [rule, ...others] });
      return idle > 0
        ? `${said} ${counted(idle, KINDS.ipPolicyRule.short)} ${plural(idle, "has", "have")} no effect.`
        : said;
    }
    case "hostBits":
      return `${rule.cidr} covers all of ${range?.text}.`;
    case "noMask":
      return `${rule.cidr} is read as ${range?.text}, a single address.`;
    case "mapped":
      return `${rule.cidr} is read as ${range?.text}. Not every service does this.`;
    case "duplicate":
      return `${rule.cidr} is in this policy twice, with the same action.`;
    case "overlap":
      return `${rule.cidr} is inside ${other}, with the same action.`;
    case "shadowed":
      return `Other rules already decide every address in ${rule.cidr}.`;
    case "idle":
      return `This policy allows no address in ${rule.cidr}. The rule matters only on routes with more policies.`;
    case "exception":
      return `${rule.cidr} is denied inside ${other}, which is allowed.`;
    default:
      return kind satisfies never;
  }
}

/** Why a verdict is what it is: "Denied by 203.0.113.57/32, over 1 allow rule". */
export function verdictText({ outcome, allows, denies }: Verdict): string {
  if (outcome === "unmatched") return "No allow rule matches";
  if (outcome === "allowed") return `Allowed by ${rangesText(allows)}`;
  const over = allows.length > 0 ? `, over ${counted(allows.length, "allow rule")}` : "";
  return `Denied by ${rangesText(denies)}${over}`;
}

const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", compactDisplay: "long" });

/** "256 IPv4 addresses"; more than IPv4 has are counted in networks of /64, as they are handed out. */
export function sizeText({ bits, family }: Range): string {
  const free = (family === 4 ? 32 : 128) - bits;
  const noun = `IPv${family} address`;
  if (bits === 0) return `Every ${noun}`;
  if (free <= 32) return counted(2 ** free, noun, `${noun}es`);
  if (bits > 64) return "Part of a /64 network";
  const networks = 2 ** (64 - bits);
  return `${networks < 1e6 ? formatCount(networks) : COMPACT.format(networks)} /64 ${plural(networks, "network")}`;
}

/** What a replacement did: "Rule moved to Partners: allow 10.20.0.0/16". `nameOf` names a policy. */
export function replacedText({ rule, body }: ReplacementPlan, nameOf: (id: string) => string): string {
  const isMoved = body.ip_policy_id !== rule.ip_policy.id;
  const now = `${body.action === rule.action ? "" : "now "}${body.action} ${body.cidr}`;
  return `Rule ${isMoved ? `moved to ${nameOf(body.ip_policy_id)}` : "replaced"}: ${now}`;
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
        `The new rule comes first. Then ${names.from} no longer ${rule.action === "deny" ? "denies" : "allows"} ` +
        "these addresses by this rule.",
      failure: "If step 2 fails, the new rule is deleted.",
    };
  }
  return {
    steps: [remove, create],
    why:
      body.action === "deny"
        ? "A policy can hold a range only once, so the old rule goes first. Nobody gains access in between."
        : "A policy can hold a range only once, so the old rule goes first. In between, other allow rules apply.",
    failure: "If step 2 fails, the old rule is restored with a new ID.",
  };
}
