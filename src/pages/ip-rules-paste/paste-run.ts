import { ApiError } from "#api/errors.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { PasteLine, PasteTarget } from "#policy-lab/paste.ts";
import type { Progress } from "#policy-lab/run-each.ts";
import { counted } from "#ui/format.ts";

type Body = NonNullable<PasteLine["body"]>;
export type NewLine = PasteLine & { body: Body };
/** Will a rule be made of it? */
export const isNew = (line: PasteLine): line is NewLine => line.body !== null;

/** One line of a run: how far its creation is, and how far taking it back, which answers whether it was still there. */
export type RunLine = {
  line: NewLine;
  progress: Progress<IpPolicyRule>;
  undo: Progress<boolean> | null;
};

/** One press of Create: its lines, and those of its plan that no rule is made of. */
export type PasteRun = {
  readonly number: number;
  /** The policy of the page that it was begun on; empty on that of all rules. */
  from: string;
  /** What was pasted, and where it goes. */
  text: string;
  to: PasteTarget;
  lines: readonly RunLine[];
  leftOut: readonly PasteLine[];
  /** The page was reloaded since it began. */
  reloaded?: boolean;
};

/** Was it created, and is it still there? */
export function isCreated(
  one: RunLine,
): one is RunLine & { progress: { state: "done"; result: IpPolicyRule } } {
  return one.progress.state === "done" && one.undo?.state !== "done";
}

/** What came of the undo of lines whose rules are gone, in words. */
export function undoneText(lines: readonly RunLine[]): string {
  const deleted = lines.filter(({ undo }) => undo?.state === "done" && undo.result).length;
  if (deleted === 0) return `Already deleted: ${counted(lines.length, "rule")}`;
  const before = lines.length - deleted;
  return `Undone: ${counted(deleted, "rule")} deleted${before > 0 ? `, ${before} already deleted` : ""}`;
}

/** The ID of the rule that has the range of a refused line in the same policy: made elsewhere since the plan was read. */
export function holderOf({ progress }: RunLine): string | null {
  const error = progress.state === "failed" ? progress.error : null;
  const isTaken = error instanceof ApiError && error.status === 409;
  return (isTaken && /\bipr_\w+/.exec(error.msg)?.[0]) || null;
}

/** Is there still something to create? */
export function isOpen(one: RunLine): boolean {
  const { state } = one.progress;
  return state === "waiting" || (state === "failed" && holderOf(one) === null);
}
