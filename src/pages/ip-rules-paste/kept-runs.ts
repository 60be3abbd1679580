import * as z from "zod/mini";
import { describeError, Refusal } from "#api/errors.ts";
import { IpPolicyRule, IpPolicyRuleCreate } from "#contract/ip-policy-rule.ts";
import { KEPT_BY_PAGES } from "#fleet/last-known.ts";
import { createVisitStore, tabStorage } from "#ui/visit-store.ts";
import { PASTE_STATUSES } from "#policy-lab/paste.ts";
import { EVERYONE_KINDS } from "#policy-lab/everyone.ts";
import { ChangedSince } from "#policy-lab/rule-writes.ts";
import { isMade } from "#resources/ip-rules.ts";
import { holderOf, isChanged, RangeTaken, type NewLine, type PasteRun, type RunLine } from "./paste-run.ts";

const Line = z.object({
  number: z.number(),
  text: z.string(),
  status: z.enum(PASTE_STATUSES),
  note: z.string(),
  body: z.nullable(IpPolicyRuleCreate),
  everyone: z.nullable(z.enum(EVERYONE_KINDS)),
  rule: z.nullable(IpPolicyRule),
});

const Kept = z.array(
  z.object({
    number: z.number(),
    from: z.string(),
    at: z.string(),
    left: z.boolean(),
    text: z.string(),
    to: z.object({ ip_policy_id: z.string(), action: IpPolicyRuleCreate.shape.action }),
    lines: z.array(
      z.object({
        line: Line,
        made: z.nullable(IpPolicyRule),
        sent: z.boolean(),
        failed: z.nullable(z.string()),
        holder: z.optional(z.nullable(IpPolicyRule)),
        undo: z.optional(z.nullable(z.enum(["sent", "done", "changed"]))),
      }),
    ),
    leftOut: z.array(Line),
    cancelled: z.optional(z.boolean()),
  }),
);
type KeptRun = z.infer<typeof Kept>[number];

/** The runs that a page kept; none of what is no list of them. */
export const keptRunsOf = (kept: unknown): KeptRun[] => Kept.safeParse(kept).data ?? [];

/** The runs of the page that is open, which outlive its reload, and of those that were left, for whoever goes back to one. */
export const keptRuns = createVisitStore(tabStorage(), KEPT_BY_PAGES[0], keptRunsOf);

const KEPT = 20;

/** Keeps the runs of the page of an entry of the history. `left`: it was left, and a message has their undo. */
export function keepRuns(runs: readonly PasteRun[], at: string, left: boolean): void {
  const others = keptRuns.getSnapshot().filter(({ number }) => !runs.some((run) => run.number === number));
  keptRuns.set([...others.slice(-KEPT), ...runs.map((run) => keepRun({ ...run, at }, left))]);
}

/** Was the page of an entry left, and not gone back to since? */
export const isLeft = (entry: string): boolean =>
  keptRuns.getSnapshot().some(({ at, left }) => left && at === entry);

/** What is kept of a run: of why a line failed, the words. */
const keepRun = ({ lines, ...run }: PasteRun, left: boolean): KeptRun => ({
  ...run,
  left,
  leftOut: [...run.leftOut],
  lines: lines.map((one) => ({
    line: one.line,
    made: one.progress.state === "done" ? one.progress.result : null,
    sent: one.progress.state === "running",
    failed:
      one.progress.state === "failed" ? describeError(one.progress.error, "create the rule").detail : null,
    holder: holderOf(one),
    undo: keptUndo(one),
  })),
});

function keptUndo(one: RunLine) {
  if (isChanged(one)) return "changed";
  if (one.undo?.state === "running") return "sent";
  return one.undo?.state === "done" && one.undo.result ? "done" : null;
}

/**
 * A run as it is after a reload, or on the way back to its page, by the `rules` there are now: a line that was on its way counts
 * as created where its rule is there, one whose undo was as undone where it is gone, and any other one as deleted elsewhere.
 */
export function restoreRun({ lines, ...run }: KeptRun, rules: readonly IpPolicyRule[]): PasteRun {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return {
    ...run,
    restored: true,
    lines: lines.flatMap(({ line, made, sent, failed, holder, undo }): RunLine[] => {
      const { body } = line;
      if (body === null) return [];
      const created = made ?? (sent ? rules.find((rule) => isMade(rule, body)) : undefined);
      return [
        {
          line: { ...line, body } satisfies NewLine,
          progress: created
            ? { state: "done", result: created }
            : failed === null
              ? { state: "waiting" }
              : { state: "failed", error: holder ? new RangeTaken(body, holder) : new Refusal(failed) },
          undo: !created
            ? null
            : !byId.has(created.id)
              ? { state: "done", result: undo === "sent" || undo === "done" }
              : undo === "changed"
                ? { state: "failed", error: new ChangedSince() }
                : null,
        },
      ];
    }),
  };
}
