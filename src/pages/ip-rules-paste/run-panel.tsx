import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { ApiError, describeError } from "#api/errors.ts";
import { ErrorNote } from "#components/error-note.tsx";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { isMade } from "#resources/ip-rules.ts";
import { href } from "#resources/paths.ts";
import { skippedText, type PasteLine } from "#policy-lab/paste.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { focusIfLost } from "#ui/focus-if-lost.ts";
import { counted } from "#ui/format.ts";
import { Panel } from "#ui/panel.tsx";
import { Status } from "#ui/status.tsx";
import { NumberedLine, OpenRule, PlanLine } from "./paste-table.tsx";
import { holderOf, isCreated, isOpen, undoneText, type RunLine } from "./paste-run.ts";
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
  const created = lines.filter(isCreated).length;
  const open = lines.filter(isOpen).length;
  const failed = lines.filter(isFailed).length;
  const busy = phase !== "idle";
  const hopeless = open > 0 && lines.filter(isOpen).every(isHopeless);
  const said = hopeless ? oneReason(lines) : null;
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
        {said === null ? null : <ErrorNote error={said} tried="create the rules" />}
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
          {!busy && created > 0 ? (
            <Button icon="undo" onClick={() => void run.undo()}>
              Undo: delete {counted(created, "rule")}
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
              <Line
                key={one.line.number}
                one={one}
                told={said !== null && isHopeless(one)}
                again={rules.find((rule) => isMade(rule, one.line.body))}
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

const isFailed = (one: RunLine) => one.progress.state === "failed" && isOpen(one);

/** Was it refused so that another try without a change won’t help? */
function isHopeless({ progress }: RunLine): boolean {
  return progress.state === "failed" && progress.error instanceof ApiError && progress.error.retry === "no";
}

/** The one reason that several lines were refused for, to be told once; null when they differ. */
function oneReason(lines: readonly RunLine[]): unknown {
  const errors = lines.flatMap(({ progress }) => (progress.state === "failed" ? [progress.error] : []));
  const reasons = new Set(errors.map((error) => describeError(error, "").detail));
  return errors.length > 1 && reasons.size === 1 ? errors[0] : null;
}

function inOrder(lines: Run["lines"], leftOut: Run["leftOut"]) {
  const numberOf = (one: RunLine | PasteLine) => ("line" in one ? one.line.number : one.number);
  return [...lines, ...leftOut].toSorted((a, b) => numberOf(a) - numberOf(b));
}

function summaryOf({ lines, leftOut, phase, reloaded }: Run): string {
  const created = lines.filter(isCreated).length;
  const failed = lines.filter(isFailed).length;
  const taken = lines.filter((one) => holderOf(one) !== null).length;
  const waiting = lines.filter(({ progress }) => progress.state === "waiting").length;
  const deleted = lines.filter(({ undo }) => undo?.state === "done").length;
  const doing =
    phase === "creating"
      ? "Creating: "
      : phase === "undoing"
        ? "Undoing: "
        : reloaded && waiting > 0
          ? "Interrupted by a reload: "
          : "";
  if (phase === "idle" && deleted === lines.length) return `${undoneText(lines)}.`;
  const parts = [
    `${created} of ${lines.length} created`,
    ...(taken > 0 ? [`${taken} already there`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(deleted > 0 ? [`${deleted} deleted`] : []),
  ];
  return `${doing}${parts.join(", ")}. ${skippedText(leftOut)}`.trim();
}

type LineProps = {
  one: RunLine;
  /** Its failure is told above, of all lines. */
  told: boolean;
  /** The rule that is what this line was to create. */
  again: IpPolicyRule | undefined;
};

function Line({ one, told, again }: LineProps) {
  const { number, body } = one.line;
  const { progress, undo } = one;
  const shown = undo ?? progress;
  const rule = isCreated(one) ? one.progress.result : null;
  const holder = holderOf(one);
  return (
    <NumberedLine
      number={number}
      rule={
        <>
          {body.action}{" "}
          {rule ? (
            <Link to={href.ipRule(rule.id)} className="link">
              {body.cidr}
            </Link>
          ) : (
            body.cidr
          )}
        </>
      }
      description={body.description}
      state={<LineStatus one={one} />}
    >
      {holder !== null ? (
        <Beside text="This policy has this range already." id={holder} />
      ) : undo?.state === "done" && again ? (
        <Beside text="In this policy again." id={again.id} />
      ) : shown.state === "failed" && !told ? (
        <Failure error={shown.error} tried={undo ? "delete the rule" : "create the rule"} />
      ) : null}
    </NumberedLine>
  );
}

const Beside = ({ text, id }: { text: string; id: string }) => (
  <span className="block text-xs text-content-muted">
    {text} <OpenRule id={id} />
  </span>
);

function Failure({ error, tried }: { error: unknown; tried: string }) {
  const { detail, hint, status, code, operationId } = describeError(error, tried);
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-xs text-danger">
      <span className="wrap-anywhere">
        {detail} {hint}
      </span>
      {status ? `Status ${status}` : null}
      {code ? <code className="font-mono">{code}</code> : null}
      {operationId ? <CopyId id={operationId} /> : null}
    </span>
  );
}

const CREATED = {
  waiting: { tone: "next", word: "Waiting" },
  running: { tone: "run", word: "Creating" },
  done: { tone: "ok", word: "Created" },
  failed: { tone: "bad", word: "Failed" },
} as const;
const UNDONE = {
  running: { tone: "run", word: "Deleting" },
  done: { tone: "off", word: "Deleted" },
  failed: { tone: "bad", word: "Not deleted" },
} as const;

function LineStatus({ one }: { one: RunLine }) {
  const { progress, undo } = one;
  if (holderOf(one) !== null) return <Status tone="off">Already there</Status>;
  if (undo?.state === "done" && !undo.result) return <Status tone="off">Already deleted</Status>;
  const { tone, word } = undo && undo.state !== "waiting" ? UNDONE[undo.state] : CREATED[progress.state];
  return <Status tone={tone}>{word}</Status>;
}
