import type { QueryClient } from "@tanstack/react-query";
import { getConnection } from "#api/connection.ts";
import { advance, asksWhoServes } from "#contract/rollouts/machine.ts";
import { readingOf } from "#contract/rollouts/reading.ts";
import type { Reading, RolloutAnswer, RolloutCommand } from "#contract/rollouts/state.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import { tunnels } from "#resources/tunnels.ts";
import { createSignal } from "#ui/signal.ts";
import { tellAgent } from "./tab-commands.ts";
import { onlineOf, placeOf } from "./tab-place.ts";
import { keysOfTunnels } from "./tab-keys.ts";
import { canRunHere, changeRollout, keptRollouts, type Place, type TabRollout } from "./tab-store.ts";
import { readWatched } from "./tab-watched.ts";

const NAME = "gatehouse.rollouts";
/** Between two looks at the sessions, in milliseconds. */
const EVERY_MS = 1_500;
/** So many ids of sessions show later that it is the same account. */
const KNOWN = 50;

/** Who runs the rollouts of this browser, as this tab sees it; `waits` = nothing goes on, and why. */
export type RunBy = { by: "this" | "another" | "none"; waits: string | null };

const OFFLINE = "No connection to the service.";

let runBy: RunBy = { by: "none", waits: null };
const changed = createSignal();
const say = (next: RunBy): void => {
  if (next.by === runBy.by && next.waits === runBy.waits) return;
  runBy = next;
  changed.tell();
};

/** Who runs them, kept up to date. */
export const useRunBy = (): RunBy => changed.useValue(() => runBy);

let running = false;
let again = false;
let wake: () => void = () => undefined;

/**
 * Runs what this browser has to run, as soon as no other tab does, until nothing is left: one tab of the browser runs them
 * all, and whoever comes next takes over. `tell` = other tabs must know that there is something.
 */
export function runTabRollouts(client: QueryClient, { tell = false } = {}): void {
  if (!canRunHere()) return;
  again = true;
  wake();
  if (!running) {
    running = true;
    void runAll(client).finally(() => {
      running = false;
      if (again) runTabRollouts(client);
    });
  }
  if (tell) tellOthers();
}

function tellOthers(): void {
  const channel = new BroadcastChannel(NAME);
  // Called by another name, since lint takes it for a window's, which needs an origin.
  const send = channel.postMessage.bind(channel);
  send("run");
  channel.close();
}

/** Takes over what no tab runs any more, now and when another tab starts something. Ends with `signal`. */
export function joinTabRollouts(client: QueryClient, signal: AbortSignal): void {
  if (!canRunHere()) return;
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener("message", () => runTabRollouts(client));
  signal.addEventListener("abort", () => channel.close());
  runTabRollouts(client);
}

async function runAll(client: QueryClient): Promise<void> {
  while (again) {
    again = false;
    const place = await placeOf(client).catch(() => undefined);
    if (place === undefined) {
      say({ by: "none", waits: OFFLINE });
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      again = true;
    } else if (place && (await isOpen(place))) {
      say({ by: "another", waits: null });
      await navigator.locks.request(`${NAME} ${place.base}`, () => runHere(client));
      say({ by: "none", waits: null });
    }
  }
}

const openOf = async (place: Place): Promise<TabRollout[]> =>
  (await keptRollouts(place)).filter(({ state }) => state.ended_at === null);
const isOpen = (place: Place): Promise<boolean> =>
  openOf(place).then(
    (open) => open.length > 0,
    () => false,
  );

/** Runs them as long as this tab has the lock and the same key. What it takes over had another tab, or was left behind. */
async function runHere(client: QueryClient): Promise<void> {
  const key = getConnection();
  const place = key && (await placeOf(client).catch(() => null));
  if (!place) return;
  const isSame = () => getConnection() === key;
  const answers = new Map<string, RolloutAnswer[]>();
  const seen = new Set<string>();
  say({ by: "this", waits: null });
  while (isSame()) {
    const rest = new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, EVERY_MS);
    });
    try {
      const open = await openOf(place);
      if (open.length === 0) return;
      const sessions = await readSessions(client);
      let waits = sessions ? null : OFFLINE;
      for (const one of open) if (isSame()) waits = (await step(one, sessions)) ?? waits;
      say({ by: "this", waits });
    } catch (error) {
      say({ by: "this", waits: error instanceof Error ? error.message : String(error) });
    }
    await rest;
  }

  /** Takes one on. Answers why it waits, or null. */
  async function step(kept: TabRollout, sessions: readonly TunnelSession[] | null): Promise<string | null> {
    if (sessions && kept.who !== (place?.who ?? "") && !hasKnown(kept, sessions))
      return "None of its agents is online.";
    const online = sessions?.map(onlineOf);
    const given = answers.get(kept.id) ?? [];
    const at = Date.now();
    const watched = await readWatched(kept);
    const upkeep = asksWhoServes(kept.state, at) ? await readUpkeep(client) : {};
    const reading = online && upkeep && readingOf(online, kept, (n) => kept.told[n] ?? undefined);
    const { state, commands } = advance(kept.state, {
      at,
      answers: given,
      ...(reading && { reading: { ...reading, ...upkeep } }),
      takenOver: !seen.has(kept.id),
      watched: watched ?? undefined,
    });
    if (state !== kept.state) {
      const newest = Math.max(0, ...(online ?? []).map(({ started_at }) => Date.parse(started_at)));
      const told = kept.told.map((at, n) => (commands.some(({ agent }) => agent === n) ? newest : at));
      const known = online ? online.slice(0, KNOWN).map(({ id }) => id) : kept.known;
      const saved = await changeRollout(kept.id, (now) =>
        now.revision === kept.revision ? { ...now, state, told, known } : null,
      );
      // Somebody paused it, say: it is read again, with the same answers.
      if (!saved) return null;
    }
    seen.add(kept.id);
    answers.set(kept.id, (answers.get(kept.id) ?? []).slice(given.length));
    for (const one of commands) void send(kept.id, one);
    if (upkeep === null) return "The tunnels could not be read.";
    return watched === null ? "The errors of the endpoint could not be read." : null;
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

/** Who serves what now; null when it could not be read. */
async function readUpkeep(client: QueryClient): Promise<Pick<Reading, "sessionsOf"> | null> {
  try {
    return keysOfTunnels(await client.fetchQuery({ ...tunnels.query, staleTime: 0, retry: false }));
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
