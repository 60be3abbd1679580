import { useMemo } from "react";
import { isAbsent } from "#api/errors.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { ErrorNote } from "#components/error-note.tsx";
import { formatCount } from "#ui/format.ts";
import { Panel } from "#ui/panel.tsx";
import { Status } from "#ui/status.tsx";
import { AttentionLines } from "./attention-lines.tsx";
import { attentionOf, type Known } from "./attention.ts";
import { Checking } from "./checking.tsx";
import { edgeAttention } from "./edge-attention.ts";

type Read = { of: string; data: unknown; error: unknown; refetch: () => unknown };
type Props = {
  about: Known;
  /** What else the findings come from. One that the service does not have is none. */
  reads: readonly Read[];
  /** The version that an update brings an agent to. */
  targetOf: (session: TunnelSession) => string | null;
};

/** What needs attention, most urgent first, each with its fix; and what could not be looked at. */
export function AttentionPanel({ about, reads, targetOf }: Props) {
  const { edges, serving, backends, sessions, left, actions, rules, policies } = about;
  const ofEdges = useMemo(
    () => edgeAttention({ edges, serving, backends, sessions, left, actions, rules, policies }),
    [edges, serving, backends, sessions, left, actions, rules, policies],
  );
  const items = attentionOf(about, ofEdges);
  const failed = reads.filter(({ error }) => error !== null && !isAbsent(error));
  const waiting = reads.some(({ data, error }) => data === undefined && error === null);
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
            "Nothing else found"
          ) : waiting ? (
            <Checking />
          ) : (
            <Status tone="ok">Nothing needs attention</Status>
          )}
        </p>
      ) : (
        <AttentionLines {...{ items, targetOf }}>
          {waiting ? (
            <li className="px-4 py-2 text-content-muted">
              <Checking />
            </li>
          ) : null}
        </AttentionLines>
      )}
    </Panel>
  );
}
