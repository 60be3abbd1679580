import { type ComponentProps, useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { refusal } from "#contract/capability.ts";
import { awaitsRestart } from "#fleet/action.ts";
import { refusesUpdates } from "#fleet/action-text.ts";
import { planBulk } from "#fleet/bulk.ts";
import { useUntold } from "#fleet/use-untold.ts";
import { useActions } from "#fleet/use-fleet.ts";
import { commandTitle } from "#fleet/commands.ts";
import { groupBy } from "#resources/group-by.ts";
import { Button } from "#ui/button.tsx";
import { clip } from "#ui/clip.ts";
import { counted, formatCount, plural } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { useNow } from "#ui/time.tsx";
import type { SessionRow } from "./session-rows.ts";

/** Each is sent and watched on its own, in this tab. */
const MOST = 200;
/** The service runs so many at most in one rollout. */
const ROLLOUT_MOST = 1_000;
const RolloutDialog = lazyPart(() => import("#fleet/rollout/rollout-dialog.tsx"), "RolloutDialog");
const OFFLINE = "These agents are offline.";
const KINDS: AgentCommand[] = ["update", "restart", "stop"];

/** "9", or "9 of 11" where some of the selected can't: the dialog says who and why. */
const countOf = (able: number, all: number): string[] => {
  if (able === 0) return [];
  return able === all ? [formatCount(able)] : [`${formatCount(able)} of ${formatCount(all)}`];
};

type Props = {
  rows: readonly SessionRow[];
  onAsk: (kind: AgentCommand, sessions: readonly TunnelSession[]) => void;
};

/** What can be done with the selected sessions: one by one where these are few, or in stages. */
export function BulkActions(props: Props) {
  const { rows } = props;
  const sessions = useMemo(() => onlineOf(rows), [rows]);
  return (
    <>
      {rows.length > MOST ? null : <OneByOne {...props} sessions={sessions} />}
      <RollOut sessions={sessions} />
    </>
  );
}

/** Those that are online, as many as a rollout takes, and one more where there are more: a hundred thousand take a while. */
function onlineOf(rows: readonly SessionRow[]): TunnelSession[] {
  const sessions: TunnelSession[] = [];
  for (const { online, session } of rows) {
    if (online) sessions.push(session);
    if (sessions.length > ROLLOUT_MOST) break;
  }
  return sessions;
}

/** Why none of some agents can do something, by each one's reason: where these differ, with how many each is of. */
function whyNone(reasons: readonly string[]): string {
  const [first, ...others] = groupBy(reasons, (reason) => reason);
  if (!first) return OFFLINE;
  if (others.length === 0) return first[0];
  return [first, ...others].map(([reason, { length }]) => `${counted(length, "agent")}: ${reason}`).join(" ");
}

/** A button for each command, with how many of the sessions can do it, or why none can. */
function OneByOne({ rows, sessions, onAsk }: Props & { sessions: readonly TunnelSession[] }) {
  const actions = useActions();
  const now = useNow(1000);
  const untoldOf = useUntold();
  const targets = new Map(rows.map(({ id, target }) => [id, target]));
  const targetOf = ({ id }: TunnelSession) => targets.get(id) ?? null;
  const plans = new Map(
    KINDS.map((kind) => [kind, planBulk(kind, sessions, actions, now, targetOf, untoldOf)]),
  );
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
        disabledReason={able.length === 0 ? whyNone(leftOut.map(({ reason }) => reason)) : undefined}
        onClick={() => onAsk(kind, sessions)}
      >
        {[commandTitle(kind), ...countOf(able.length, rows.length)].join(" ")}…
      </Button>
    );
  });
}

/** An update with its restart, and what else is done in stages. */
const STAGED = [
  { label: "Update and restart…", action: "update_and_restart" },
  { label: "Roll out…" },
] as const;

/** Why an update with its restart has nothing to send to any of them; undefined where it has. */
function useNothingToDo(sessions: readonly TunnelSession[]): string | undefined {
  const sent = groupBy(useActions(), ({ sessionId }) => sessionId);
  const waits = (one: TunnelSession) =>
    refusal("restart", one) !== null && (sent.get(one.id) ?? []).some(awaitsRestart);
  const refuses = (one: TunnelSession) => refusesUpdates(one.id, sent.get(one.id) ?? []);
  if (!sessions.every((one) => waits(one) || refuses(one) !== null)) return undefined;
  const updated = `Already updated. Restart ${plural(sessions.length, "it on its host", "them on their hosts")} to finish.`;
  return whyNone(sessions.map((one) => refuses(one) ?? updated));
}

/** The same in stages, run by the service. */
function RollOut({ sessions }: { sessions: readonly TunnelSession[] }) {
  // Of those that were selected then: their order, and so who is first, changes with the list behind it.
  const [asked, setAsked] =
    useState<Pick<ComponentProps<typeof RolloutDialog>, "action" | "sessionIds" | "chosen">>();
  const { search } = useLocation();
  const off = sessions.length === 0 ? OFFLINE : undefined;
  const nothing = useNothingToDo(sessions);
  const many = `Up to ${counted(ROLLOUT_MOST, "agent")} at once.`;
  return (
    <>
      {STAGED.map((one) => (
        <Button
          key={one.label}
          size="sm"
          disabledReason={
            sessions.length > ROLLOUT_MOST ? many : (off ?? ("action" in one ? nothing : undefined))
          }
          onClick={() =>
            setAsked({
              ...("action" in one && { action: one.action }),
              sessionIds: sessions.map(({ id }) => id),
              chosen: chosenBy(sessions.length, search),
            })
          }
        >
          {one.label}
        </Button>
      ))}
      {asked ? <RolloutDialog {...asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

/** How the agents were chosen, for who reads the rollout later. */
function chosenBy(count: number, search: string): string {
  const filters = [...new URLSearchParams(search)].flatMap(([name, value]) => filterWords(name, value) ?? []);
  const by =
    filters.length > 0 ? `. ${plural(filters.length, "Filter", "Filters")}: ${filters.join(", ")}` : "";
  return clip(`${counted(count, "agent")} selected${by}`);
}

const OUTDATED: Readonly<Record<string, string>> = { yes: "outdated", no: "up to date" };
const FILTERS: Readonly<Record<string, string>> = {
  version: "version",
  os: "OS",
  region: "region",
  transport: "transport",
};

/** A filter of the list in words; undefined of what filters nothing, as its order. */
function filterWords(name: string, value: string): string | undefined {
  if (value === "") return undefined;
  if (name === "q") return `found by “${value}”`;
  if (name === "state") return value;
  if (name === "outdated") return OUTDATED[value] ?? "of unknown version";
  return FILTERS[name] && `${FILTERS[name]} ${value}`;
}
