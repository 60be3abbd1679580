import { userAgentFilterContract } from "#contract/modules/user-agent-filter.ts";
import { verdictOf } from "#contract/modules/user-agent-verdict.ts";
import { compiled } from "./compiled.ts";
import type { Guard } from "./guard.ts";
import { patternOf } from "./pattern.ts";

const filterOf = compiled(userAgentFilterContract, ({ allow, deny }) => {
  const [allows, denies] = [allow ?? [], deny ?? []];
  const patterns = new Map([...allows, ...denies].map((pattern) => [pattern, patternOf(pattern)]));
  const matches = (pattern: string, text: string): boolean =>
    patterns.get(pattern)?.matcher(text).find() ?? false;
  return { allow: allows, deny: denies, matches };
});

export const userAgentFilter: Guard = (stored, { request }) => {
  const filter = filterOf(stored);
  const { passes, because, pattern } = verdictOf(
    filter,
    request?.headers["user-agent"] ?? null,
    filter.matches,
  );
  const reason = {
    allow: `Matches allow ${pattern}`,
    deny: `Matches deny ${pattern}`,
    nothing: "Matches no deny pattern",
    absent: "No User-Agent",
  }[because];
  return passes ? { verdict: "allow", reason } : { verdict: "block", reason, refusal: "userAgentBlocked" };
};
