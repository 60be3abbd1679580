import { groupBy } from "#resources/group-by.ts";
import { counted, plural } from "#ui/format.ts";

/** What a reason says of one agent, and of several. */
const OF_SEVERAL: readonly [one: RegExp, several: string][] = [
  [/^This session is\b/, "These sessions are"],
  [/^An agent on\b/, "Agents on"],
  [/^An ssh session has no agent\b/, "These ssh sessions have no agents"],
  [/\bitself\b/g, "themselves"],
  [/\bits (host|configuration)\b/g, "their $1s"],
  [/\b(open|restart|start|stop|update) it\b/gi, "$1 them"],
  [/\bit was back\b/, "they were back"],
  [/\bit may not\b/, "they may not"],
  [/\bas it is\b/, "as they are"],
];

/** A reason of so many agents. It comes as of one, also from the service, which says it of each. */
const saidOf = (count: number, reason: string): string =>
  plural(
    count,
    reason,
    OF_SEVERAL.reduce((text, [one, several]) => text.replace(one, several), reason),
  );

/** Each reason once, in the number of those that it is for, with them. */
export const byReason = <T extends { reason: string }>(of: Iterable<T>): [reason: string, alike: T[]][] =>
  [...groupBy(of, ({ reason }) => reason)].map(([reason, alike]) => [saidOf(alike.length, reason), alike]);

/** Why none of some agents can do something, by each one's reason: where these differ, with how many each is of. */
export function whyNone(reasons: readonly string[]): string {
  const [first, ...others] = byReason(reasons.map((reason) => ({ reason })));
  if (!first || others.length === 0) return first?.[0] ?? "";
  return [first, ...others].map(([reason, { length }]) => `${counted(length, "agent")}: ${reason}`).join(" ");
}
