import * as z from "zod/mini";
import { Enabled, EnabledAnswer, filledText, optionalList } from "./fields.ts";
import { contract } from "./module-contract.ts";
import { re2Fault } from "./re2.ts";

/** A pattern is at most this many bytes, a list at most this many patterns; the family publishes no bound. */
const USER_AGENT_PATTERN_MAX_BYTES = 1024;
const USER_AGENT_PATTERNS_MAX = 100;

const Pattern = filledText(USER_AGENT_PATTERN_MAX_BYTES).check(
  z.refine((pattern) => re2Fault(pattern) === null, {
    error: (issue) => `is not a valid RE2 pattern: ${re2Fault(String(issue.input)) ?? ""}`,
  }),
);

const patterns = optionalList(Pattern).check(
  z.refine(
    (list) => (list?.length ?? 0) <= USER_AGENT_PATTERNS_MAX,
    `must have at most ${USER_AGENT_PATTERNS_MAX} patterns`,
  ),
);

const list = z.nullish(z.array(z.string()));

/** PUT …/user_agent_filter (api.md#user_agent_filter; protocol-facts.md#user-agent-filter, 2090): regular expressions in RE2 syntax. */
export const userAgentFilterContract = contract({
  kind: "user_agent_filter",
  owners: ["route"],
  title: "User agent filter",
  purpose: "Allow or block by User-Agent",
  role: "guard",
  group: "Security",
  readsTraffic: true,
  request: z.strictObject({ enabled: Enabled, allow: patterns, deny: patterns }),
  answer: z.looseObject({ enabled: EnabledAnswer, allow: list, deny: list }),
  toAnswer: ({ allow, deny }) => ({ allow: allow ?? [], deny: deny ?? [] }),
  example: { enabled: true, allow: ["(?i)googlebot/\\d+\\.\\d+"], deny: ["(?i)bot", "^curl/"] },
});
