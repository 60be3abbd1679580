import type { AgentReleaseList } from "#contract/agent-releases.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { answered, isOpen, type FleetAction } from "./action.ts";
import { refusedWords } from "./action-text.ts";
import { withHeard } from "./commands.ts";
import { HEARD } from "./sent-here.ts";
import { startAction } from "./start-action.ts";

type Update = AgentReleaseList["updates"][number];
type Refusal = NonNullable<AgentReleaseList["refusals"]>[number];

/**
 * The actions with updates that agents say are under way, whoever sent them, heard at `at` (ms). What this tab watches already is told
 * by itself. The same array when that changes nothing.
 */
export function withUpdates(
  actions: readonly FleetAction[],
  updates: readonly Update[],
  online: readonly TunnelSession[],
  at: number,
): readonly FleetAction[] {
  const byId = new Map(online.map((session) => [session.id, session]));
  const busy = new Set(actions.flatMap((one) => (isOpen(one) ? one.sessionId : [])));
  const known = new Set(actions.map(({ id }) => id));
  const heard = updates.flatMap(({ session: { id }, ...report }) => {
    const session = byId.get(id);
    return session && !busy.has(id) ? withHeard([], session, report, at) : [];
  });
  const news = heard.filter(({ id }) => !known.has(id));
  return news.length === 0 ? actions : [...actions, ...news];
}

/** Whether it is an update that an agent refused, as its service says. */
export const isHeardRefusal = ({ id, state }: FleetAction): boolean =>
  id.startsWith(HEARD) && state.phase === "refused";

/**
 * The actions with updates that agents refused, as the service says of all of them now, whoever sent them: those that it does not say
 * any more are gone. What this tab knows by itself is told by that. The same array when that changes nothing.
 */
export function withRefusals(
  actions: readonly FleetAction[],
  refusals: readonly Refusal[],
  online: readonly TunnelSession[],
): readonly FleetAction[] {
  const byId = new Map(online.map((session) => [session.id, session]));
  const own = actions.filter((one) => !isHeardRefusal(one));
  const told = refusals.flatMap((refusal) => {
    const session = byId.get(refusal.session.id);
    const last = own.findLast((one) => one.kind === "update" && one.sessionId === session?.id);
    const isTold = last && (isOpen(last) || codeOf(last) === refusal.error_code);
    return session && !isTold ? heardRefusal(session, refusal) : [];
  });
  const ids = new Set(told.map(({ id }) => id));
  const known = new Set(actions.map(({ id }) => id));
  const kept = actions.filter((one) => !isHeardRefusal(one) || ids.has(one.id));
  const news = told.filter(({ id }) => !known.has(id));
  return news.length === 0 && kept.length === actions.length ? actions : [...kept, ...news];
}

const codeOf = ({ state }: FleetAction) => ("error" in state ? state.error.code : undefined);

function heardRefusal(session: TunnelSession, { error_code: code, refused_at }: Refusal): FleetAction {
  const at = Date.parse(refused_at);
  const id = `${HEARD}${session.id} ${refused_at}`;
  const sent = startAction({ id, kind: "update", session, sessions: [], urls: [], at });
  const msg = refusedWords(code)?.text ?? "The agent refused it.";
  return answered(sent, { outcome: "refused", error: { msg, code } }, at);
}
