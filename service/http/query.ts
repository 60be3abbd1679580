import * as z from "zod/mini";
import { describeIssue, toIssues } from "#contract/issues.ts";
import type { Operation } from "#contract/operations/operation.ts";
import { ApiProblem, invalid } from "../errors.ts";

/**
 * The query of a request as its operation has it.
 *
 * @throws ApiProblem 400 for a parameter that is unknown, repeated or out of bounds.
 */
export function readQuery(url: URL, row: Pick<Operation, "method" | "path" | "query">): unknown {
  const known = row.query ? Object.keys(row.query.shape) : [];
  const values: Record<string, string> = {};
  for (const [name, value] of url.searchParams) {
    if (!known.includes(name)) {
      const takes = known.length === 0 ? "It has none." : `Allowed: ${known.join(" and ")}.`;
      throw new ApiProblem(
        "queryUnknown",
        `${row.method} ${row.path} has no query parameter “${name.slice(0, 64)}”. ${takes}`,
      );
    }
    if (Object.hasOwn(values, name)) {
      throw new ApiProblem("queryRepeated", `The query parameter ${name} was sent twice. Send it once.`);
    }
    values[name] = value;
  }
  if (!row.query) return undefined;
  const result = z.safeParse(row.query, values, { error: describeIssue });
  if (result.success) return result.data;
  const issues = toIssues(result.error);
  const name = String(issues[0]?.path[0]);
  throw invalid(
    name === "limit" ? "limitInvalid" : "valueInvalid",
    `The query parameter ${name} ${issues[0]?.message}.`,
    issues,
  );
}
