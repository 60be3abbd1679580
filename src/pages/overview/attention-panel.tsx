import { isAbsent } from "#api/errors.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { formatCount } from "#ui/format.ts";
import { Panel } from "#ui/panel.tsx";
import { Status } from "#ui/status.tsx";
import type { Attention } from "./attention.ts";

type Read = { of: string; data: unknown; error: unknown; refetch: () => unknown };
type Props = {
  items: readonly Attention[];
  /** What else the findings come from. One that the service does not have is none. */
  reads: readonly Read[];
};

/** What needs attention, most urgent first, each with the way to it; and what could not be looked at. */
export function AttentionPanel({ items, reads }: Props) {
  const failed = reads.filter(({ error }) => error !== null && !isAbsent(error));
  const waiting = reads.some(({ data, error }) => data === undefined && error === null);
  return (
    <Panel title="Needs attention" count={items.length > 0 ? formatCount(items.length) : undefined}>
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
            "Nothing in what could be read."
          ) : waiting ? (
            <Status tone="run">Looking…</Status>
          ) : (
            <Status tone="ok">Nothing: every agent is current, no command failed, no rule warns.</Status>
          )}
        </p>
      ) : (
        <ul className="m-0">
          {items.map(({ key, tone, what, why, link }) => (
            <li
              key={key}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 last:border-0"
            >
              <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
                <strong className="min-w-0 wrap-anywhere">
                  <Status tone={tone}>{what}</Status>
                </strong>
                <span className="pl-5.5 text-xs wrap-anywhere text-content-muted">{why}</span>
              </div>
              <ButtonLink to={link.to} size="sm" aria-label={`${link.label}: ${what}`}>
                {link.label}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
