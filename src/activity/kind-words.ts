import { AUDIT_KINDS } from "#contract/audit-event.ts";
import { KINDS, type Kind } from "#resources/kinds.ts";
import { capital } from "#ui/format.ts";

/** The audit kinds that are called otherwise than the resources of the console. */
const CALLED: Readonly<Record<string, Kind>> = {
  tunnel_credential: KINDS.credential,
  https_edge_route: KINDS.route,
};

const camel = (kind: string) => kind.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What things of an audit kind are called: "IP rule" of `ip_policy_rule`. */
export function kindNoun(kind: string): { one: string; many: string } {
  const known = CALLED[kind] ?? (KINDS as Readonly<Record<string, Kind>>)[camel(kind)];
  const words = kind.replaceAll("_", " ");
  return known?.noun ?? { one: words, many: `${words}s` };
}

/** The kinds of things that audit events tell of, each with its words, in their order. */
export const KIND_CHOICES = AUDIT_KINDS.map((kind) => ({
  value: kind as string,
  label: capital(kindNoun(kind).many),
})).toSorted((a, b) => a.label.localeCompare(b.label));
