import type { QueryClient } from "@tanstack/react-query";
import { getConnection } from "#api/connection.ts";
import { advance } from "#contract/rollouts/machine.ts";
import type { RolloutAnswer, RolloutCommand } from "#contract/rollouts/state.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tellAgent } from "./tab-commands.ts";
import { OFFLINE, placeOf } from "./tab-place.ts";
import { readForRollout } from "./tab-reading.ts";
import { changeRollout, isOpen, liveRollouts, type TabRollout } from "./tab-store.ts";

/** So many ids of sessions show later that it is the same account. */
const KNOWN = 50;

/** Between two looks for agents that their hosts start, in milliseconds. */
const HOSTS_MS = 15_000;

/** What who runs them is told and asks: whether its key was refused, why nothing goes on, a rest until the next look, and its end. */
type Here = {
  isRefused: () => boolean;
  say: (waits: string | null) => void;
  rest: (ms?: number) => Promise<void>;
  wake: () => void;
};

/** Runs them as long as this tab has the lock and the same key. What it takes over had another tab, or was left behind. */
export async function runHere(client: QueryClient, { isRefused, say, rest, wake }: Here): Promise<void> {
  const key = getConnection();
  const place = key && (await placeOf(client).catch(() => null));
  if (!place) return;
  const isSame = () => getConnection() === key && !isRefused();
  const answers = new Map<string, RolloutAnswer[]>();
  const seen = new Set<string>();
  say(null);
  while (isSame()) {
    let next = rest();
    try {
      const open = await liveRollouts(place);
      if (open.length === 0) return;
      if (!open.some(isOpen)) next = rest(HOSTS_MS);
      const sessions = await readSessions(client);
      let waits = sessions ? null : OFFLINE;
      for (const one of open) if (isSame()) waits = (await step(one, sessions)) ?? waits;
      say(waits);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
    await next;
  }

  /** Takes one on. Answers why it waits, or null. */
  async function step(kept: TabRollout, sessions: readonly TunnelSession[] | null): Promise<string | null> {
    if (sessions && kept.who !== (place?.who ?? "") && !hasKnown(kept, sessions))
      return "None of its agents is online.";
    const given = answers.get(kept.id) ?? [];
    const at = Date.now();
    const { waits, ...read } = await readForRollout(client, kept, sessions, at);
    const takenOver = !seen.has(kept.id);
    const { state, commands } = advance(kept.state, { at, answers: given, takenOver, ...read });
    if (state !== kept.state) {
      const newest = Math.max(0, ...(sessions ?? []).map(({ started_at }) => Date.parse(started_at)));
      const told = kept.told.map((at, n) => (commands.some(({ agent }) => agent === n) ? newest : at));
      const known = sessions ? sessions.slice(0, KNOWN).map(({ id }) => id) : kept.known;
      const saved = await changeRollout(kept.id, (now) =>
        now.revision === kept.revision ? { ...now, state, told, known } : null,
      );
      // Somebody paused it, say: it is read again, with the same answers.
      if (!saved) return null;
    }
    seen.add(kept.id);
    answers.set(kept.id, (answers.get(kept.id) ?? []).slice(given.length));
    for (const one of commands) void send(kept.id, one);
    return waits;
  }

  async function send(id: string, { agent, step: index, kind, session_id }: RolloutCommand): Promise<void> {
    if (!isSame()) return;
    const answer = { agent, step: index, ...(await tellAgent(session_id, kind)) };
    answers.set(id, [...(answers.get(id) ?? []), answer]);
    wake();
  }
}

/** All sessions that are online, read now; null when they could not be read. */
async function readSessions(client: QueryClient): Promise<TunnelSession[] | null> {
  try {
    return await client.fetchQuery({ ...tunnelSessions.query, staleTime: 0, retry: false });
  } catch {
    return null;
  }
}

/** Whether some of them are known to a rollout. Where nobody says who is signed in, they may be of another account. */
function hasKnown({ known, state, sessions }: TabRollout, online: readonly TunnelSession[]): boolean {
  const ids = new Set([...known, ...state.agents.map(({ session_id }) => session_id)]);
  const credentials = new Set(sessions.map(({ credential_id }) => credential_id).filter(Boolean));
  return online.some(({ id, credential }) => ids.has(id) || (credential && credentials.has(credential.id)));
}
