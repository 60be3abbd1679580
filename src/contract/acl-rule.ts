const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const NAME = new RegExp(`^(\\*\\.)?${LABEL}(\\.${LABEL})*(:[1-9]\\d{0,4})?$`, "i");
const PORT_MAX = 65_535;

function isName(text: string): boolean {
  return NAME.test(text) && Number(/:(\d+)$/.exec(text)?.[1] ?? 1) <= PORT_MAX;
}

/** A wildcard stands only for what comes first; anywhere else the rule would permit nothing (protocol-facts.md#authtokens). */
function wildcardFault(subject: string): string {
  if (subject === "*") return "matches nothing. Use * alone to allow everything";
  const wanted = `*.${subject.slice(subject.lastIndexOf("*") + 1).replace(/^\./, "")}`;
  const instead = isName(wanted)
    ? `. Use bind:${wanted}, or one rule for each domain`
    : ", like bind:*.example.com";
  return `can have * only as its whole first part${instead}`;
}

/**
 * Why a text is not a rule of a credential's ACL, with what to write instead; null when it is one: `*`, `bind:` and a
 * domain with or without a leading `*.`, an address with its port, or a label (protocol-facts.md#authtokens).
 */
export function aclRuleFault(rule: string): string | null {
  if (rule === "*") return null;
  if (/\S\s+\S/.test(rule)) return "can’t contain spaces. Examples: bind:*.example.com, bind:app=shop";
  const subject = /^bind:(\S+)$/.exec(rule)?.[1];
  if (subject === undefined)
    return "must be * or bind: with a domain, an address or a label. Examples: bind:*.example.com, bind:app=shop";
  if (subject.includes("=")) {
    return /^[^=]+=./.test(subject) ? null : "must have a label and its value. Example: bind:app=shop";
  }
  if (isName(subject)) return null;
  if (subject.includes("*")) return wildcardFault(subject);
  return "must be a domain, an address or a label. Example: bind:app.example.com";
}
