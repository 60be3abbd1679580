import { byteLength, DESCRIPTION_MAX_BYTES } from "#contract/common.ts";
import type { IpPolicyRule, IpPolicyRuleCreate } from "#contract/ip-policy-rule.ts";
import { newEveryone, type Everyone } from "./everyone.ts";
import { decidedAlready } from "./findings.ts";
import { type Action, splitLine } from "./paste-line.ts";
import { type Oddity, type Range, readRange } from "./range.ts";
import { rangeFault } from "./range-fault.ts";
import { rangeOf, type RuleLike } from "./verdict.ts";
import { everyoneText, findingText } from "./lab-text.ts";
import { counted, formatCount, plural } from "#ui/format.ts";

export type PasteTarget = { ip_policy_id: string; action: Action };

/**
 * - new: will be created; `note` says where the range was corrected
 * - present: the policy has this rule
 * - clash: the policy, or another of the lines, has this range with the other action
 * - repeated: the same range and action stand further up
 * - invalid: no rule can be made of it
 */
export const PASTE_STATUSES = ["new", "present", "clash", "repeated", "invalid"] as const;
type PasteStatus = (typeof PASTE_STATUSES)[number];

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
  /** Of a new one that opens or closes the policy to everyone, alone or together with others. */
  everyone: Everyone["kind"] | null;
  /** The rule that is there already, of a present or clashing one. */
  rule: IpPolicyRule | null;
};

const CORRECTED: Record<Oddity, string> = {
  hostBits: "host bits were set",
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
  const read = text.split(/\r\n|\r|\n/).flatMap((raw, index): ReadLine[] => {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) return [];
    const parts = splitLine(line);
    const action = parts.action ?? to.action;
    return [{ ...parts, number: index + 1, text: line, action, range: readRange(parts.cidr) }];
  });
  const first = firstOfEach(read);
  const above = new Map<string, number>();
  const plan = read.map((line): PasteLine => {
    const made = planLine(line, to, { there, first, above });
    if (made.status === "new" && made.body) above.set(made.body.cidr, line.number);
    return { number: line.number, text: line.text, body: null, everyone: null, rule: null, ...made };
  });
  return withEveryone(withDecided(plan, rules), rules);
}

/** The plan, with why a new line changes nothing. */
function withDecided(plan: readonly PasteLine[], rules: readonly RuleLike[]): PasteLine[] {
  const found = decidedAlready(draftsOf(plan), rules);
  return plan.map((line) => {
    const finding = found.get(`line ${line.number}`);
    return finding ? { ...line, note: [line.note, findingText(finding)].filter(Boolean).join(" ") } : line;
  });
}

/** The rules that a plan will create, as the lab takes rules; their ids are those of their lines. */
export function draftsOf(plan: readonly PasteLine[]): RuleLike[] {
  return plan.flatMap(({ number, body }) => (body ? [draftRule(body, `line ${number}`)] : []));
}

/** The plan, with what opens or closes the policy to everyone said at the first of its lines; the others point there. */
function withEveryone(plan: readonly PasteLine[], rules: readonly RuleLike[]): PasteLine[] {
  const found = new Map<string, Everyone>();
  for (const one of newEveryone(rules, [...rules, ...draftsOf(plan)]))
    for (const { id } of one.rules) found.set(id, one);
  if (found.size === 0) return [...plan];
  const saidAt = new Map<Everyone, number>();
  return plan.map((line) => {
    const everyone = found.get(`line ${line.number}`);
    if (!everyone) return line;
    const first = saidAt.get(everyone);
    if (first === undefined) saidAt.set(everyone, line.number);
    const text = first === undefined ? everyoneText(everyone) : `See line ${first}.`;
    const note = [line.note, text].filter(Boolean).join(" ");
    return { ...line, note, everyone: everyone.kind };
  });
}

type ReadLine = {
  number: number;
  text: string;
  cidr: string;
  action: Action;
  description: string;
  second: string | null;
  range: Range | null;
};
const nameOf = (action: Action, range: Range) => `${action} ${range.text}`;

/** The number of the first line of each action and range, lines of which no rule can be made included. */
function firstOfEach(lines: readonly ReadLine[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const { action, range, number } of lines) {
    if (range && !first.has(nameOf(action, range))) first.set(nameOf(action, range), number);
  }
  return first;
}

type Made = Pick<PasteLine, "status" | "note"> & Partial<PasteLine>;
type Known = {
  there: ReadonlyMap<string, IpPolicyRule>;
  first: ReadonlyMap<string, number>;
  above: ReadonlyMap<string, number>;
};

function planLine(line: ReadLine, to: PasteTarget, { there, first, above }: Known): Made {
  const { range, action, second } = line;
  if (!range) return { status: "invalid", note: rangeFault(line.cidr) };
  if (second !== null) {
    return { status: "invalid", note: `Has a second address, ${second}. Write one range per line.` };
  }
  // A missing mask is the same address.
  const changed = range.oddities.some((one) => one !== "noMask") ? `Changed to ${range.text}. ` : "";
  const rule = there.get(range.text);
  if (rule?.action === action) return { status: "present", note: `${changed}Already in this policy.`, rule };
  if (rule) return { status: "clash", note: `${changed}${clashText(rule)}`, rule };
  // Neither is made: which of the two is meant must not hang on the order of lines.
  const other = action === "allow" ? "deny" : "allow";
  const against = first.get(nameOf(other, range));
  if (against !== undefined) {
    return {
      status: "clash",
      note: `${changed}Line ${against} ${other === "allow" ? "allows" : "denies"} the same range. Remove one of them.`,
    };
  }
  const same = above.get(range.text);
  if (same !== undefined) return { status: "repeated", note: `${changed}Same as line ${same}.` };
  const bytes = byteLength(line.description);
  if (bytes > DESCRIPTION_MAX_BYTES) {
    const note = `Description too long: ${bytes} of ${DESCRIPTION_MAX_BYTES} bytes.`;
    return { status: "invalid", note };
  }
  const description = line.description ? { description: line.description } : {};
  const body = { ...to, action, cidr: range.text, ...description };
  return { status: "new", note: correction(range), body };
}

/** Why a line can't be added whose range a rule of the other action has. */
export const clashText = ({ action }: IpPolicyRule): string =>
  `This policy already ${action === "allow" ? "allows" : "denies"} it. Change that rule’s action instead.`;

/** A rule that is to be made, as the lab takes rules. */
export function draftRule({ ip_policy_id, cidr, action }: IpPolicyRuleCreate, id = "new"): RuleLike {
  return { id, cidr, action, ip_policy: { id: ip_policy_id, uri: "" } };
}

function correction({ oddities, text }: Range): string {
  if (oddities.length === 0) return "";
  return `Changed to ${text}, since ${oddities.map((oddity) => CORRECTED[oddity]).join(" and ")}.`;
}

const WORDS: readonly [PasteStatus, string][] = [
  ["new", "new"],
  ["present", "already there"],
  ["clash", "conflicting"],
  ["repeated", "repeated"],
  ["invalid", "invalid"],
];

const byStatus = (lines: readonly PasteLine[]) =>
  WORDS.map(([status, word]) => ({ word, of: lines.filter((line) => line.status === status) }));

/** "12 new, 3 already there, 2 invalid": what has none is left out. */
export function pasteSummary(lines: readonly PasteLine[]): string {
  return byStatus(lines)
    .filter(({ of, word }) => of.length > 0 || word === "new")
    .map(({ of, word }) => `${of.length} ${word}`)
    .join(", ");
}

/** So many lines of a kind are told by their numbers, and one more: its number is shorter than "and 1 more". */
const NUMBERS = 5;

/** "line 4", "lines 1, 2, 3, 4, 5 and 2 more". */
function linesText(of: readonly PasteLine[]): string {
  const cut = of.length > NUMBERS + 1 ? NUMBERS : of.length;
  const shown = of.slice(0, cut).map(({ number }) => formatCount(number));
  const more = of.length > cut ? ` and ${formatCount(of.length - cut)} more` : "";
  return `${plural(of.length, "line")} ${shown.join(", ")}${more}`;
}

/** "3 lines skipped: 1 already there (line 4), 2 invalid (lines 7, 9)."; "" when none is. */
export function skippedText(lines: readonly PasteLine[]): string {
  if (lines.length === 0) return "";
  const parts = byStatus(lines).flatMap(({ of, word }) =>
    of.length === 0 ? [] : [`${formatCount(of.length)} ${word} (${linesText(of)})`],
  );
  return `${counted(lines.length, "line")} skipped: ${parts.join(", ")}.`;
}

/** "Line 4: “hq” is not an IP range." of the first line of which no rule can be made, then where others are; "" when there is none. */
export function invalidText(lines: readonly PasteLine[]): string {
  const [first, ...others] = lines.filter(({ status }) => status === "invalid");
  if (!first) return "";
  const also = others.length > 0 ? `\nAlso invalid: ${linesText(others)}` : "";
  return `Line ${formatCount(first.number)}: ${first.note}${also}`;
}
