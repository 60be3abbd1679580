import { KINDS } from "#resources/kinds.ts";
import { Refusal } from "#api/errors.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { clashText, type PasteLine, type PasteTarget } from "#policy-lab/paste.ts";
import { ChangedSince } from "#policy-lab/rule-writes.ts";
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
  /** The entry of the history whose page it is on, or was when that was left. */
  at: string;
  /** Its page was reloaded since it began, or left and gone back to. */
  restored?: boolean;
  /** Whether a cancel ended its creation. */
  cancelled?: boolean | undefined;
};

type CreatedLine = RunLine & { progress: { state: "done"; result: IpPolicyRule } };

/** Was it created, and is it still there? */
export function isCreated(one: RunLine): one is CreatedLine {
  return one.progress.state === "done" && one.undo?.state !== "done";
}

/** What came of the undo of lines whose rules are gone, in words. */
export function undoneText(lines: readonly RunLine[]): string {
  const deleted = lines.filter(({ undo }) => undo?.state === "done" && undo.result).length;
  if (deleted === 0) return `Already deleted: ${counted(lines.length, KINDS.ipPolicyRule.short)}`;
  const before = lines.length - deleted;
  return `Undone: ${counted(deleted, KINDS.ipPolicyRule.short)} deleted${before > 0 ? `, ${before} already replaced or deleted` : ""}`;
}

/** Another rule has the range of a line in the same policy: made elsewhere since the plan was read. */
export class RangeTaken extends Refusal {
  readonly holder: IpPolicyRule;

  constructor({ action }: Body, holder: IpPolicyRule) {
    super(holder.action === action ? "This policy has this range already." : clashText(holder));
    this.name = "RangeTaken";
    this.holder = holder;
  }
}

/** The rule that has the range of a refused line. */
export function holderOf({ progress }: RunLine): IpPolicyRule | null {
  const error = progress.state === "failed" ? progress.error : null;
  return error instanceof RangeTaken ? error.holder : null;
}

/** Does the rule that has its range do the opposite? */
export function isClash(one: RunLine): boolean {
  const holder = holderOf(one);
  return holder !== null && holder.action !== one.line.body.action;
}

/** Was its rule left by an undo, since it was changed? */
export const isChanged = ({ undo }: RunLine): boolean =>
  undo?.state === "failed" && undo.error instanceof ChangedSince;

/** Can an undo still delete what was created? */
export const isUndoable = (one: RunLine): one is CreatedLine => isCreated(one) && !isChanged(one);

/** Is there still something to create? */
export function isOpen(one: RunLine): boolean {
  const { state } = one.progress;
  return state === "waiting" || (state === "failed" && holderOf(one) === null);
}
