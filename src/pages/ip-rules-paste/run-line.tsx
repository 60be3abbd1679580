import { Link } from "react-router-dom";
import { ApiError, describeError, isUnsure } from "#api/errors.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { ChangedSince } from "#policy-lab/rule-writes.ts";
import { href } from "#resources/paths.ts";
import { CopyId } from "#ui/copy-id.tsx";
import { Status } from "#ui/status.tsx";
import { holderOf, isChanged, isClash, isCreated, type RunLine } from "./paste-run.ts";
import { NumberedLine, OpenRule, WORDS } from "./paste-table.tsx";

type LineProps = {
  one: RunLine;
  /** Its failure is told above, of all lines. */
  told: boolean;
  /** The rule that is what this line was to create. */
  again: IpPolicyRule | undefined;
};

/** A policy has a range once: whatever became of a try, another is safe. */
export function safely(error: unknown): unknown {
  if (!(error instanceof ApiError) || !isUnsure(error)) return error;
  const { kind, msg, method, path, status, code, operationId } = error;
  return new ApiError({ kind, msg, method, path, status, code, operationId, retry: "safe" });
}

/** A line of a run: what came of it, and of its undo. */
export function RunLineItem({ one, told, again }: LineProps) {
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
      {holder !== null && progress.state === "failed" ? (
        <Beside text={describeError(progress.error, "create the rule").detail} id={holder.id} />
      ) : rule && isChanged(one) ? (
        <Beside text={new ChangedSince().message} id={rule.id} />
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
  const { detail, hint, status, code, operationId } = describeError(safely(error), tried);
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
  if (isClash(one)) return <Status tone={WORDS.clash.tone}>{WORDS.clash.word}</Status>;
  if (holderOf(one) !== null) return <Status tone="off">Already there</Status>;
  if (undo?.state === "done" && !undo.result) return <Status tone="off">Already deleted</Status>;
  const { tone, word } = undo && undo.state !== "waiting" ? UNDONE[undo.state] : CREATED[progress.state];
  return <Status tone={tone}>{word}</Status>;
}
