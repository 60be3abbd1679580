import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { describeError } from "#api/errors.ts";
import { randomId } from "#api/random-id.ts";
import { tunnelSessions } from "#resources/tunnel-sessions.ts";
import type { AgentCommand, TunnelSession } from "#contract/tunnel-session.ts";
import { addressesOf, blastRadius } from "./blast-radius.ts";
import { retryAfterMs, runBulk } from "./bulk.ts";
import type { Fate } from "./bulk-outcomes.tsx";
import { isFinal } from "./command-agent.ts";
import { sharedReading, useSend } from "./send.ts";
import { startAction } from "./start-action.ts";
import { ledger } from "./use-fleet.ts";
import { useServed } from "./use-served.ts";

/** Sends a command to several agents, and knows what became of each. While it rests, `callOff` ends it. */
export function useBulkRun(kind: AgentCommand) {
  const send = useSend();
  const { served } = useServed();
  const { data: before = [] } = useQuery(tunnelSessions.query);
  const [fates, setFates] = useState<ReadonlyMap<string, Fate>>(new Map());
  const [busy, setBusy] = useState(false);
  const [resumesAt, setResumesAt] = useState<number | null>(null);
  const callOff = useRef<() => void>(() => undefined);
  const set = (entries: readonly (readonly [string, Fate])[]) =>
    setFates((now) => new Map([...now, ...entries]));
  const urlsOf = (id: string) =>
    served && kind !== "update" ? addressesOf(blastRadius(new Set([id]), served).dark) : [];
  const run = async (list: readonly TunnelSession[]) => {
    setBusy(true);
    set(list.map(({ id }) => [id, "queued"]));
    const newest = sharedReading();
    const queue = new Queue(kind);
    queue.enter(list);
    const rest = await runBulk(
      list,
      async (session) => {
        try {
          const queuedAs = queue.idOf(session);
          await send({ kind, session, urls: urlsOf(session.id), before, queuedAs }, newest);
        } catch (error) {
          if (retryAfterMs(error) !== null) queue.enter([session]);
          throw error;
        }
      },
      ({ id }, fault) => set([[id, fault === null ? "sent" : fateOf(fault)]]),
      async (ms) => {
        setResumesAt(Date.now() + ms);
        const goesOn = await new Promise<boolean>((resolve) => {
          setTimeout(resolve, ms, true);
          callOff.current = () => resolve(false);
        });
        setResumesAt(null);
        return goesOn;
      },
    );
    rest.forEach((session) => queue.leave(session));
    set(rest.map(({ id }) => [id, "unsent"]));
    setBusy(false);
  };
  return { fates, busy, resumesAt, run, callOff: () => callOff.current() };
}

const fateOf = (fault: unknown): Fate => ({
  fault: describeError(fault, "send it").detail,
  final: isFinal(fault),
});

/** Those whose turn has not come are in the ledger too: after a reload it says of them that nothing was sent. */
class Queue {
  private readonly ids = new Map<string, string>();
  private readonly kind: AgentCommand;

  constructor(kind: AgentCommand) {
    this.kind = kind;
  }

  enter(list: readonly TunnelSession[]): void {
    const at = Date.now();
    const actions = list.map((session) => {
      const id = randomId();
      this.ids.set(session.id, id);
      return { ...startAction({ id, kind: this.kind, session, sessions: [], urls: [], at }), log: [] };
    });
    ledger.update((all) => [...all, ...actions]);
  }

  idOf = (session: TunnelSession) => this.ids.get(session.id);

  leave(session: TunnelSession): void {
    const id = this.idOf(session);
    ledger.update((all) => all.filter((one) => one.id !== id));
  }
}
