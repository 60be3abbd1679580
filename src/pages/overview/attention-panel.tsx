import { useState } from "react";
import { isAbsent } from "#api/errors.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { dismissDeparture } from "#fleet/departures.ts";
import { breakable } from "#ui/breakable.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { Panel } from "#ui/panel.tsx";
import { Status } from "#ui/status.tsx";
import type { Attention } from "./agent-attention.ts";

const Question = lazyPart(() => import("./question.tsx"), "Question");

type Read = { of: string; data: unknown; error: unknown; refetch: () => unknown };
/** A command to agents, which asks first. */
export type Command = Extract<Attention["fix"], { command: unknown }>;
type Props = {
  items: readonly Attention[];
  /** What else the findings come from. One that the service does not have is none. */
  reads: readonly Read[];
  versions: readonly (string | null | undefined)[];
};

const checking = <Status tone="run">Checking…</Status>;

/** What needs attention, most urgent first, each with its fix; and what could not be looked at. */
export function AttentionPanel({ items, reads, versions }: Props) {
  const [asked, setAsked] = useState<Command | null>(null);
  const failed = reads.filter(({ error }) => error !== null && !isAbsent(error));
  const waiting = reads.some(({ data, error }) => data === undefined && error === null);
  const close = () => setAsked(null);
  return (
    <Panel
      title="Needs attention"
      count={items.length > 0 && !waiting ? formatCount(items.length) : undefined}
    >
      {failed.length > 0 ? (
        <div className="grid gap-2 p-4">
          {failed.map(({ of, error, refetch }) => (
            <ErrorNote key={of} error={error} tried={`load ${of}`} onRetry={() => void refetch()} />
          ))}
        </div>
      ) : null}
      {items.length === 0 ? (
        <p className="p-4 text-content-muted">
          {failed.length > 0 ? (
            "Nothing else was found."
          ) : waiting ? (
            checking
          ) : (
            <Status tone="ok">Nothing needs attention</Status>
          )}
        </p>
      ) : (
        <ul className="m-0">
          {items.map((item) => (
            <Line key={item.key} item={item} onAsk={setAsked} />
          ))}
          {waiting ? <li className="px-4 py-2 text-content-muted">{checking}</li> : null}
        </ul>
      )}
      {asked ? <Question asked={asked} versions={versions} onClose={close} /> : null}
    </Panel>
  );
}

function Line({ item, onAsk }: { item: Attention; onAsk: (fix: Command) => void }) {
  const { tone, what, why, fix, left } = item;
  const name = `${fix.label} ${what}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 last:border-0">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <strong className="min-w-0 wrap-anywhere">
          <Status tone={tone} wrap>
            {breakable(what)}
          </Status>
        </strong>
        {why === "" ? null : <span className="pl-5.5 text-xs wrap-anywhere text-content-muted">{why}</span>}
      </div>
      {left === undefined ? null : (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Dismiss ${what}`}
          className="max-md:ml-5.5"
          onClick={() => dismissDeparture(left)}
        >
          Dismiss
        </Button>
      )}
      {"to" in fix ? (
        <ButtonLink to={fix.to} size="sm" aria-label={name} className="max-md:ml-5.5">
          {fix.label}
        </ButtonLink>
      ) : (
        <Button size="sm" aria-label={name} className="max-md:ml-5.5" onClick={() => onAsk(fix)}>
          {fix.label}
        </Button>
      )}
    </li>
  );
}
