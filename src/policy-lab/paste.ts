import { byteLength, DESCRIPTION_MAX_BYTES } from "#contract/common.ts";
import type { IpPolicyRule, IpPolicyRuleCreate } from "#contract/ip-policy-rule.ts";
import { type Oddity, type Range, readRange } from "./range.ts";
import { rangeOf } from "./verdict.ts";

type Action = IpPolicyRuleCreate["action"];
export type PasteTarget = { ip_policy_id: string; action: Action };

/**
 * - new: will be created; `note` says where the range was corrected
 * - present: the policy has this rule
 * - clash: the policy has this range with the other action
 * - repeated: the same range stands further up
 * - invalid: no rule can be made of it
 */
type PasteStatus = "new" | "present" | "clash" | "repeated" | "invalid";

/** One line that was pasted and what will come of it. */
export type PasteLine = {
  /** From 1, as an editor counts; empty lines and comments count too. */
  number: number;
  text: string;
  status: PasteStatus;
  /** Why, or what was corrected; empty when there is nothing to say. */
  note: string;
  /** Only of a new one. */
  body: IpPolicyRuleCreate | null;
  /** The rule that is there already, of a present or clashing one. */
  rule: IpPolicyRule | null;
};

const CORRECTED: Record<Oddity, string> = {
  hostBits: "its host bits were set",
  noMask: "it had no mask",
  mapped: "it was IPv4 written as IPv6",
};

/**
 * Reads one rule a line: a range, with "allow" or "deny" before or after it, and the rest as its description. Blank, comma,
 * semicolon and tab separate; empty lines and those that begin with # are left out.
 */
export function planPaste(text: string, to: PasteTarget, rules: readonly IpPolicyRule[]): PasteLine[] {
  const there = new Map<string, IpPolicyRule>();
  for (const rule of rules) {
    const range = rule.ip_policy.id === to.ip_policy_id ? rangeOf(rule) : null;
    if (range) there.set(range.text, rule);
  }
  const above = new Map<string, number>();
  return text.split(/\r\n|\r|\n/).flatMap((raw, index): PasteLine[] => {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) return [];
    const number = index + 1;
    const made = planLine(line, to, there, above);
    if (made.status === "new" && made.body) above.set(made.body.cidr, number);
    return [{ number, text: line, body: null, rule: null, ...made }];
  });
}

type Made = Pick<PasteLine, "status" | "note"> & Partial<PasteLine>;

function planLine(
  line: string,
  to: PasteTarget,
  there: ReadonlyMap<string, IpPolicyRule>,
  above: ReadonlyMap<string, number>,
): Made {
  const parts = split(line);
  const range = readRange(parts.cidr);
  if (!range) return { status: "invalid", note: `“${parts.cidr.slice(0, 60)}” is no IPv4 or IPv6 range.` };
  const first = above.get(range.text);
  if (first !== undefined) return { status: "repeated", note: `Same range as line ${first}.` };
  const action = parts.action ?? to.action;
  const rule = there.get(range.text);
  if (rule?.action === action) return { status: "present", note: "The policy has it already.", rule };
  if (rule) {
    return { status: "clash", note: `The policy has it as ${rule.action}: replace that rule instead.`, rule };
  }
  const bytes = byteLength(parts.description);
  if (bytes > DESCRIPTION_MAX_BYTES) {
    const note = `Its description has ${bytes} bytes, at most ${DESCRIPTION_MAX_BYTES} fit.`;
    return { status: "invalid", note };
  }
  const description = parts.description ? { description: parts.description } : {};
  const body = { ...to, action, cidr: range.text, ...description };
  return { status: "new", note: correction(range), body };
}

function correction({ oddities, text }: Range): string {
  if (oddities.length === 0) return "";
  return `Becomes ${text}: ${oddities.map((oddity) => CORRECTED[oddity]).join(", ")}.`;
}

const actionOf = (word: string | undefined): Action | null => {
  const lower = word?.toLowerCase();
  return lower === "allow" || lower === "deny" ? lower : null;
};

/** Takes "deny 10.0.0.0/8 # lab" apart. */
function split(line: string): { cidr: string; action: Action | null; description: string } {
  let rest = line;
  const word = () => {
    const [, found = ""] = /^([^\s,;]+)/.exec(rest) ?? [];
    return found;
  };
  const drop = (found: string) => {
    rest = rest.slice(found.length).replace(/^[\s,;]+/, "");
  };
  let action = actionOf(word());
  if (action) drop(word());
  const cidr = word();
  drop(cidr);
  if (!action) {
    action = actionOf(word());
    if (action) drop(word());
  }
  return { cidr: cidr || line, action, description: rest.replace(/^(#|\/\/|-+)\s*/, "").trim() };
}

/** "12 new, 3 already there, 2 invalid": what has none is left out. */
export function pasteSummary(lines: readonly PasteLine[]): string {
  const words: [PasteStatus, string][] = [
    ["new", "new"],
    ["present", "already there"],
    ["clash", "with the other action"],
    ["repeated", "repeated"],
    ["invalid", "invalid"],
  ];
  return words
    .map(([status, word]) => ({ word, count: lines.filter((line) => line.status === status).length }))
    .filter(({ count, word }) => count > 0 || word === "new")
    .map(({ count, word }) => `${count} ${word}`)
    .join(", ");
}
