import type { LiveTunnel } from "../account.ts";

/**
 * Which tunnel takes the next connection: one whose agent is connected to this edge, of those the least busy, and among
 * equals each in turn.
 */
export type Chooser = {
  /** All of them, in the order in which to try them. */
  order: (tunnels: readonly LiveTunnel[]) => LiveTunnel[];
  /** One more request is under way on it; call what comes back when it has ended. */
  busy: (tunnelId: string) => () => void;
};

export function createChooser(): Chooser {
  const running = new Map<string, number>();
  const takenAt = new Map<string, number>();
  let turn = 0;
  const away = ({ peer }: LiveTunnel): number => (peer === null ? 0 : 1);
  const load = ({ id }: LiveTunnel): number => running.get(id) ?? 0;
  const taken = ({ id }: LiveTunnel): number => takenAt.get(id) ?? 0;
  return {
    order: (tunnels) =>
      tunnels.length === 1
        ? [...tunnels]
        : tunnels.toSorted((a, b) => away(a) - away(b) || load(a) - load(b) || taken(a) - taken(b)),
    busy: (tunnelId) => {
      running.set(tunnelId, (running.get(tunnelId) ?? 0) + 1);
      turn += 1;
      takenAt.set(tunnelId, turn);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (running.get(tunnelId) ?? 1) - 1;
        if (left > 0) running.set(tunnelId, left);
        else running.delete(tunnelId);
      };
    },
  };
}
