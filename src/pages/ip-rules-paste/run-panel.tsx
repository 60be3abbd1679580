import { KINDS } from "#resources/kinds.ts";
import { useEffect, useRef } from "react";
import { ApiError, describeError } from "#api/errors.ts";
import { ErrorNote } from "#components/error-note.tsx";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { isMade } from "#resources/ip-rules.ts";
import { href } from "#resources/paths.ts";
import { skippedText, type PasteLine } from "#policy-lab/paste.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { focusIfLost } from "#ui/focus-if-lost.ts";
import { counted } from "#ui/format.ts";
import { Panel } from "#ui/panel.tsx";
import { PlanLine } from "./paste-table.tsx";
import {
  holderOf,
  isChanged,
  isClash,
  isCreated,
  isOpen,
  isUndoable,
  undoneText,
  type RunLine,
} from "./paste-run.ts";
import { RunLineItem, safely } from "./run-line.tsx";
import type { usePasteRun } from "./use-paste-run.ts";

type Run = ReturnType<typeof usePasteRun>;

type Props = {
  run: Run;
  /** Where the rules are created; null while no such policy is known. */
  policy: { id: string; name: string } | null;
  /** Those there are now. */
  rules: readonly IpPolicyRule[];
  onBack: () => void;
  onAgain: () => void;
};

/** A run: how far it is, what came of each line, and what can be done about it. */
export function RunPanel({ run, policy, rules, onBack, onAgain }: Props) {
  const { lines, leftOut, phase } = run;
  const undoable = lines.filter(isUndoable).length;
  const open = lines.filter(isOpen).length;
  const failed = lines.filter(isFailed).length;
  const busy = phase !== "idle";
  const hopeless = open > 0 && lines.filter(isOpen).every(isHopeless);
  const said = oneFault(lines);
  const summary = useRef<HTMLOutputElement>(null);
  const progress = useRef<HTMLProgressElement>(null);
  useEffect(() => focusIfLost(busy ? progress.current : summary.current), [busy]);
  return (
    <>
      <div className="grid gap-3">
        <progress
          ref={progress}
          tabIndex={-1}
          aria-label={phase === "undoing" ? "Rules deleted" : "Rules created"}
          max={lines.length}
          value={lines.length - open}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-surface-sunken accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-sunken [&::-webkit-progress-value]:bg-accent"
        />
        <output ref={summary} tabIndex={-1} className="text-md outline-none">
          {summaryOf(run)}
          {run.pausedFor === null ? "" : ` Too many requests. Continues in ${run.pausedFor} s.`}
        </output>
        {said ? <ErrorNote {...said} /> : null}
        <div className="flex flex-wrap gap-2">
          {busy ? <Button onClick={run.cancel}>Cancel</Button> : null}
          {!busy && hopeless ? (
            <Button variant="primary" onClick={onBack}>
              Edit lines
            </Button>
          ) : null}
          {!busy && open > 0 ? (
            <Button variant={hopeless ? "default" : "primary"} onClick={() => void run.retry()}>
              {failed === open ? `Retry ${failed} failed` : `Continue with ${open}`}
            </Button>
          ) : null}
          {!busy && undoable > 0 ? (
            <Button icon="undo" onClick={() => void run.undo()}>
              Undo: delete {counted(undoable, KINDS.ipPolicyRule.short)}
            </Button>
          ) : null}
          {busy ? null : (
            <>
              {hopeless ? null : <Button onClick={onBack}>Edit lines</Button>}
              {open > 0 ? null : <Button onClick={onAgain}>Add more</Button>}
              {policy ? (
                <ButtonLink to={href.ipPolicy(policy.id)} variant={open > 0 ? "default" : "primary"}>
                  Go to {policy.name}
                </ButtonLink>
              ) : null}
            </>
          )}
        </div>
      </div>
      <Panel title="Results" count={lines.length + leftOut.length}>
        <ol aria-label="Results by line">
          {inOrder(lines, leftOut).map((one) =>
            "line" in one ? (
              <RunLineItem
                key={one.line.number}
                one={one}
                told={said !== null && faultOf(one) !== null}
                again={rules.find((rule) => isMade(rule, one.line.body) && !isOf(one, rule))}
              />
            ) : (
              <PlanLine key={one.number} line={one} />
            ),
          )}
        </ol>
      </Panel>
    </>
  );
}

/** Is a rule the one that was created? The list may have it for a moment after its undo. */
const isOf = ({ progress }: RunLine, { id }: IpPolicyRule) =>
  progress.state === "done" && progress.result.id === id;

const isFailed = (one: RunLine) => one.progress.state === "failed" && isOpen(one);

/** Was it refused so that another try without a change won’t help? */
function isHopeless({ progress }: RunLine): boolean {
  return progress.state === "failed" && progress.error instanceof ApiError && progress.error.retry === "no";
}

type Fault = { error: unknown; tried: string };

/** Why a line failed; null where its line says what has its range by now. */
function faultOf(one: RunLine): Fault | null {
  const shown = one.undo ?? one.progress;
  if (shown.state !== "failed" || holderOf(one) !== null || isChanged(one)) return null;
  return { error: safely(shown.error), tried: one.undo ? "delete the rules" : "create the rules" };
}

/** The one fault of several lines, to be told once; null when they differ. */
function oneFault(lines: readonly RunLine[]): Fault | null {
  const [first = null, ...more] = lines.flatMap((one) => faultOf(one) ?? []);
  const wordsOf = ({ error, tried }: Fault) => {
    const { title, detail, hint } = describeError(error, tried);
    return JSON.stringify([title, detail, hint]);
  };
  return first && more.length > 0 && more.every((one) => wordsOf(one) === wordsOf(first)) ? first : null;
}

function inOrder(lines: Run["lines"], leftOut: Run["leftOut"]) {
  const numberOf = (one: RunLine | PasteLine) => ("line" in one ? one.line.number : one.number);
  return [...lines, ...leftOut].toSorted((a, b) => numberOf(a) - numberOf(b));
}

function summaryOf({ lines, leftOut, phase, restored, cancelled }: Run): string {
  const count = (is: (one: RunLine) => boolean) => lines.filter(is).length;
  const clashes = count(isClash);
  const waiting = count(({ progress }) => progress.state === "waiting");
  const deleted = count(({ undo }) => undo?.state === "done");
  const changed = count(isChanged);
  const parts = [
    [count(isCreated), `of ${lines.length} created`],
    [count((one) => holderOf(one) !== null) - clashes, "already there"],
    [clashes, "conflicting"],
    [count(isFailed), "failed"],
    [waiting, "waiting"],
    [deleted, "deleted"],
  ] as const;
  if (phase === "idle" && deleted === lines.length) return `${undoneText(lines)}.`;
  const ended = cancelled ? "Cancelled: " : restored ? "Interrupted by a reload: " : "";
  const doing = phase === "creating" ? "Creating: " : phase === "undoing" ? "Undoing: " : ended;
  const said = parts.filter(([of], index) => index === 0 || of > 0).map((part) => part.join(" "));
  const left =
    changed > 0 ? ` Not deleted: ${counted(changed, KINDS.ipPolicyRule.short)} changed since.` : "";
  return `${phase !== "idle" || waiting > 0 ? doing : ""}${said.join(", ")}.${left} ${skippedText(leftOut)}`.trim();
}
