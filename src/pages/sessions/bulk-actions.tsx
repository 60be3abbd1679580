import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { refusal } from "#contract/capability.ts";
import { awaitsRestart } from "#fleet/action.ts";
import { planBulk } from "#fleet/bulk.ts";
import { useActions } from "#fleet/use-fleet.ts";
import { commandTitle } from "#fleet/commands.ts";
import { Button } from "#ui/button.tsx";
import { counted, formatCount } from "#ui/format.ts";
import { useNow } from "#ui/time.tsx";
import type { SessionRow } from "./session-rows.ts";

/** Each is sent and watched on its own, in this tab. */
const MOST = 200;
const KINDS: AgentCommand[] = ["update", "restart", "stop"];

/** "9", or "9 of 11" where some of the selected can't: the dialog says who and why. */
const countOf = (able: number, all: number): string[] => {
  if (able === 0) return [];
  return able === all ? [formatCount(able)] : [`${formatCount(able)} of ${formatCount(all)}`];
};

/** Buttons for the selected sessions: each with how many of them can do it, or why none can. */
export function BulkActions({
  rows,
  onAsk,
}: {
  rows: readonly SessionRow[];
  onAsk: (kind: AgentCommand, sessions: readonly TunnelSession[]) => void;
}) {
  const actions = useActions();
  const now = useNow(1000);
  if (rows.length > MOST)
    return <span className="text-xs text-content-muted">Up to {counted(MOST, "agent")} at once</span>;
  const sessions = rows.flatMap(({ online, session }) => (online ? [session] : []));
  const targets = new Map(rows.map(({ id, target }) => [id, target]));
  const targetOf = ({ id }: TunnelSession) => targets.get(id) ?? null;
  const plans = new Map(KINDS.map((kind) => [kind, planBulk(kind, sessions, actions, now, targetOf)]));
  const can = (kind: AgentCommand, { session }: SessionRow) => plans.get(kind)?.able.includes(session);
  const updated = rows.filter(
    (row) => row.online && row.actions.some(awaitsRestart) && refusal("restart", row.session) === null,
  );
  // While they settle, the restart of others is no next step; nor is another try of an update that did not take.
  const isNext = {
    restart: updated.some((row) => can("restart", row)),
    update: updated.length === 0 && rows.some((row) => row.failedUpdate === null && can("update", row)),
    stop: false,
  };
  return KINDS.map((kind) => {
    const { able = [], leftOut = [] } = plans.get(kind) ?? {};
    return (
      <Button
        key={kind}
        size="sm"
        variant={isNext[kind] ? "primary" : kind === "stop" ? "danger" : "default"}
        disabledReason={able.length === 0 ? (leftOut[0]?.reason ?? "These agents are offline.") : undefined}
        onClick={() => onAsk(kind, sessions)}
      >
        {[commandTitle(kind), ...countOf(able.length, rows.length)].join(" ")}…
      </Button>
    );
  });
}
