import { useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import type { PasteLine } from "#policy-lab/paste.ts";
import { findingTitle } from "#policy-lab/lab-text.ts";
import { Button } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { Icon } from "#ui/icon.tsx";
import { Panel } from "#ui/panel.tsx";
import { Status, type StatusTone } from "#ui/status.tsx";

const SHOWN = 100;
export const WORDS: Record<PasteLine["status"], { tone: StatusTone; word: string }> = {
  new: { tone: "next", word: "New" },
  present: { tone: "off", word: "Already there" },
  clash: { tone: "warn", word: "Conflict" },
  repeated: { tone: "off", word: "Repeated" },
  invalid: { tone: "bad", word: "Invalid" },
};

function wordOf({ status, everyone }: PasteLine) {
  if (!everyone) return WORDS[status];
  const title = findingTitle({ kind: everyone });
  return { tone: "warn" as const, word: `${WORDS[status].word}: ${title.toLowerCase()}` };
}

/** What will come of each line, and why. */
export function PasteTable({ plan, summary }: { plan: readonly PasteLine[]; summary: string }) {
  const [shown, setShown] = useState(SHOWN);
  return (
    <Panel title="Plan" count={<output>{summary}</output>}>
      <ol aria-label="Plan by line">
        {plan.slice(0, shown).map((line) => (
          <PlanLine key={line.number} line={line} />
        ))}
      </ol>
      {plan.length > shown ? (
        <div className="p-2">
          <Button size="sm" variant="ghost" onClick={() => setShown(plan.length)}>
            Show all {formatCount(plan.length)} lines
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

/** A line of the plan: what will come of it, or why nothing does. */
export function PlanLine({ line }: { line: PasteLine }) {
  const { number, text, note, rule, body } = line;
  const { tone, word } = wordOf(line);
  return (
    <NumberedLine
      number={number}
      rule={body ? `${body.action} ${body.cidr}` : text.slice(0, 200)}
      description={body?.description}
      state={<Status tone={tone}>{word}</Status>}
    >
      {note ? (
        <span className="block text-xs text-content-muted">
          {note} {rule ? <OpenRule id={rule.id} /> : null}
        </span>
      ) : null}
    </NumberedLine>
  );
}

/** To a rule, beside the lines, which stay. */
export function OpenRule({ id }: { id: string }) {
  return (
    <Link
      to={href.ipRule(id)}
      target="_blank"
      aria-label="Open rule in a new tab"
      className="link inline-flex min-h-6 items-center gap-1"
    >
      Open rule
      <Icon name="ext" size={12} />
    </Link>
  );
}

/** A pasted line by its number: its rule, and below what there is to say of it. */
export function NumberedLine(props: {
  number: number;
  rule: ReactNode;
  description: string | null | undefined;
  state: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 border-b border-line px-4 py-1.5 last:border-b-0 md:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span className="min-w-6 text-right text-xs leading-5 text-content-faint max-md:row-span-2">
        {props.number}
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className="font-mono text-xs leading-5">{props.rule}</span>
        {props.description ? <span className="text-content-muted"> {props.description}</span> : null}
        {props.children}
      </span>
      {props.state}
    </li>
  );
}
