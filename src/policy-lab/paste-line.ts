import type { IpPolicyRuleCreate } from "#contract/ip-policy-rule.ts";
import { readRange } from "./range.ts";

export type Action = IpPolicyRuleCreate["action"];

const actionOf = (word: string | undefined): Action | null => {
  const lower = word?.toLowerCase();
  return lower === "allow" || lower === "deny" ? lower : null;
};

/** Takes "deny 10.0.0.0/8 # lab" apart. */
export function splitLine(line: string): {
  cidr: string;
  action: Action | null;
  description: string;
  second: string | null;
} {
  let rest = line.replace(/^((?:(?:allow|deny)[\s,;]+)?[\d.a-f:]+)\s+\/\s*(?=\d)/i, "$1/");
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
  // After # or // it is a remark whatever it says; elsewhere a second address is one that would be lost.
  const [next = ""] = /^[^\s,;]+/.exec(rest.replace(/^-+\s*/, "")) ?? [];
  const second = readRange(next) ? next : null;
  const description = rest.replace(/^(#|\/\/|-+)\s*/, "").trim();
  return { cidr: cidr || line, action, description, second };
}
