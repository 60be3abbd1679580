import { type ComponentProps, useEffect, useMemo, useState } from "react";
import { useLocation } from "react-router-dom";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { refusal } from "#contract/capability.ts";
import { nothingToUpdate } from "#contract/no-release.ts";
import { awaitsRestart } from "#fleet/action.ts";
import { refusesUpdates } from "#fleet/action-text.ts";
import { planBulk } from "#fleet/bulk.ts";
import { whyNone } from "#fleet/reasons.ts";
import { useUntold } from "#fleet/use-untold.ts";
import { useActions } from "#fleet/use-fleet.ts";
import { usePublished } from "#fleet/use-published.ts";
import { commandTitle, noRunbook } from "#fleet/commands.ts";
import { groupBy } from "#resources/group-by.ts";
import { Button } from "#ui/button.tsx";
import { clip } from "#ui/clip.ts";
import { counted, formatCount, plural } from "#ui/format.ts";
import { lazyPart } from "#ui/lazy-export.ts";
import { settle } from "#ui/settled.ts";
import { useNow, useTimed } from "#ui/time.tsx";
import type { SessionRow } from "./session-rows.ts";

/** Each is sent and watched on its own, in this tab. */
const MOST = 200;
/** The service runs so many at most in one rollout. */
const ROLLOUT_MOST = 1_000;
const RolloutDialog = lazyPart(() => import("#fleet/rollout/rollout-dialog.tsx"), "RolloutDialog");
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

/** Those that are online; `off` = why nothing can be sent to any. */
type Online = { sessions: readonly TunnelSession[]; off: string | undefined };

/** What can be done with the selected sessions: one by one where these are few, or in stages. */
export function BulkActions(props: Props) {
  const { rows } = props;
  const sessions = useMemo(() => onlineOf(rows), [rows]);
  const offline = plural(rows.length, "This agent is offline.", "These agents are offline.");
  const online = { sessions, off: sessions.length === 0 ? offline : undefined };
  return (
    <>
      {rows.length > MOST ? null : <OneByOne {...props} {...online} />}
      <RollOut {...online} />
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

/** A button for each command, with how many of the sessions can do it, or why none can. */
function OneByOne({ rows, sessions, off, onAsk }: Props & Online) {
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
        disabledReason={able.length === 0 ? (off ?? whyNone(leftOut.map(({ reason }) => reason))) : undefined}
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

/** Why an update with its restart has nothing to send to any of them, by the rule for each one; undefined where it has. */
function useNothingToDo(sessions: readonly TunnelSession[]): string | undefined {
  const sent = groupBy(useActions(), ({ sessionId }) => sessionId);
  const published = usePublished();
  // Who is up to date is known once the releases are.
  useEffect(settle, []);
  const untoldOf = useUntold();
  const why = useTimed((now) => {
    const reasons: string[] = [];
    for (const one of sessions) {
      const told = sent.get(one.id) ?? [];
      const untold =
        refusesUpdates(one.id, told) ?? nothingToUpdate(one.agent_version, published) ?? untoldOf(one);
      const reason = noRunbook(one, untold, told, now);
      if (reason === null) return "";
      reasons.push(reason);
    }
    return whyNone(reasons);
  });
  return why || undefined;
}

/** The same in stages, run by the service. */
function RollOut({ sessions, off }: Online) {
  // Of those that were selected then: their order, and so who is first, changes with the list behind it.
  const [asked, setAsked] =
    useState<Pick<ComponentProps<typeof RolloutDialog>, "action" | "sessionIds" | "chosen">>();
  const { search } = useLocation();
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
