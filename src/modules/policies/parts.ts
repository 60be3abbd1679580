import { jsonText, type Path } from "#forms/json.ts";
import { numbered } from "../kit/numbered.ts";

const LABELS: Readonly<Record<string, string>> = {
  name: "Name",
  expressions: "Expressions",
  type: "Type",
  config: "Config",
};

/**
 * A part of a rule as its control calls it, with the rule and the action it is of: "Inbound rule 2, action 1: Config".
 * Undefined for what no control shows. A rule that stands alone has no number.
 */
export function rulePart(direction: "Inbound" | "Outbound", path: Path) {
  const [rule, below] = numbered(`${direction} rule`, path);
  const [action, rest] = below[0] === "actions" ? numbered("action", below.slice(1)) : [null, below];
  const [name, ...more] = rest;
  const label = LABELS[String(name ?? "")];
  const owner = [rule, action].filter(Boolean).join(", ");
  if (name === undefined && (action !== null || path.length > 0)) return { label: owner, show: jsonText };
  if (label === undefined || (more.length > 0 && name === "type")) return undefined;
  return { label: `${owner}: ${label}`, show: jsonText };
}
