import { useState, type ReactNode } from "react";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { ActionDialog } from "#fleet/action-dialog.tsx";
import { BulkDialog } from "#fleet/bulk-dialog.tsx";
import { useWhy } from "#fleet/use-authtoken-deleted.ts";
import { breakable } from "#ui/breakable.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { focusBeside } from "#ui/focus-beside.ts";
import { Status } from "#ui/status.tsx";
import type { Attention } from "./agent-attention.ts";
import { quieted } from "./quieted.ts";

/** A command to agents, which asks first. */
type Command = Extract<Attention["fix"], { command: unknown }>;
type Props = {
  items: readonly Attention[];
  /** The version that an update brings an agent to. */
  targetOf: (session: TunnelSession) => string | null;
  children: ReactNode;
};

/** What needs attention, each with its fix, and `children` after them. */
export function AttentionLines({ items, targetOf, children }: Props) {
  const [asked, setAsked] = useState<Command | null>(null);
  return (
    <>
      <ul className="m-0">
        {items.map((item) => (
          <Line key={item.key} item={item} onAsk={setAsked} />
        ))}
        {children}
      </ul>
      {asked ? <Question asked={asked} targetOf={targetOf} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

function Line({ item, onAsk }: { item: Attention; onAsk: (fix: Command) => void }) {
  const { tone, what, fix, left } = item;
  const why = useWhy(item);
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
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget.closest("li"));
            quieted.set([...quieted.getSnapshot(), ...left]);
          }}
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

/** Asks before agents are sent a command: one in its own dialog, several at once. */
function Question(props: Pick<Props, "targetOf"> & { asked: Command; onClose: () => void }) {
  const { asked, targetOf, onClose } = props;
  const [only, ...others] = asked.sessions;
  if (!only) return null;
  if (others.length > 0)
    return <BulkDialog kind={asked.command} sessions={asked.sessions} onClose={onClose} />;
  return <ActionDialog kind={asked.command} session={only} target={targetOf(only)} onClose={onClose} />;
}
