import type { TunnelRequest } from "./agent-protocol.ts";

/** What of a tunnel the rules are about; neither = a name that the service chooses. */
export type Asked = Pick<TunnelRequest, "labels" | "hostname">;

/**
 * Whether a credential's rules let a tunnel be opened (protocol-facts.md#authtokens). No rule, or the rule `*`, permits
 * everything. `bind:*.example.com` matches every name below example.com; of labels all must be matched, and `*` stands
 * for any key or value there. A name of one label is permitted by rules for it as it was asked for, and for the whole name
 * that it becomes (`full`); one without a name, for the address that it had. Any other that the service would choose is not permitted
 * to a restricted credential.
 */
export function mayBind(acl: readonly string[], { labels, hostname }: Asked, full = hostname): boolean {
  if (acl.length === 0 || acl.includes("*")) return true;
  const rules = acl.filter((rule) => rule.startsWith("bind:")).map((rule) => rule.slice("bind:".length));
  if (labels) {
    return Object.entries(labels).every(([key, value]) =>
      rules.some((rule) => matchesLabel(rule, key, value)),
    );
  }
  const names = [hostname, full].filter((name) => name !== undefined);
  return rules.some((rule) => names.some((name) => matchesName(rule.toLowerCase(), name)));
}

function matchesName(rule: string, name: string): boolean {
  if (!rule.startsWith("*.")) return rule === name;
  const host = rule.includes(":") ? name : name.replace(/:\d+$/, "");
  return host.endsWith(rule.slice(1)) && host.length > rule.length - 1;
}

function matchesLabel(rule: string, key: string, value: string): boolean {
  const at = rule.indexOf("=");
  if (at < 0) return false;
  const matches = (pattern: string, text: string) => pattern === "*" || pattern === text;
  return matches(rule.slice(0, at), key) && matches(rule.slice(at + 1), value);
}
