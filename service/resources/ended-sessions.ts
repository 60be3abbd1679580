import { ENDED_TUNNELS_MAX, type EndedSession } from "#contract/ended-session.ts";
import { endedSessionOperations } from "#contract/operations/ended-sessions.ts";
import { implement } from "../implement.ts";
import { cameBackAs } from "../rules/came-back.ts";
import { found } from "../rules/found.ts";
import { endedRows, type EndedRow, endedTunnels, onlineLike } from "../store/ended-sessions.ts";
import type { Db } from "../store/schema.ts";
import { sessionWire, tunnelWires } from "./online.ts";

const LISTED_MAX = 100;

async function readEnded(db: Db) {
  const rows = await endedRows(db);
  return { rows, after: rows.length === 0 ? new Map() : cameBackAs(rows, await onlineLike(db)) };
}

async function wires(
  db: Db,
  rows: readonly EndedRow[],
  after: ReadonlyMap<string, string>,
  base: string,
): Promise<EndedSession[]> {
  const sessions = `${base}/tunnel_sessions`;
  const tunnels = await tunnelWires(
    db,
    await endedTunnels(
      db,
      rows.map(({ id }) => id),
    ),
    { base },
  );
  return rows.map((row) => {
    const next = after.get(row.id);
    return {
      ...sessionWire(row, { base, uri: `${base}/ended_sessions/${row.id}` }),
      ended_at: row.ended_at,
      reason: row.reason,
      refusal: row.refusal,
      succeeded_by: next === undefined ? null : { id: next, uri: `${sessions}/${next}` },
      tunnels: tunnels.filter((one) => one.tunnel_session.id === row.id).slice(0, ENDED_TUNNELS_MAX),
    };
  });
}

export const endedSessions = [
  implement(endedSessionOperations.list, async ({ db }, { base }) => {
    const { rows, after } = await readEnded(db);
    const away = rows.filter(({ id }) => !after.has(id)).slice(0, LISTED_MAX);
    return { uri: `${base}/ended_sessions`, ended_sessions: await wires(db, away, after, base) };
  }),

  implement(endedSessionOperations.get, async ({ db }, { base, params: { id } }) => {
    const answers = await found("session", id, async () => {
      const { rows, after } = await readEnded(db);
      const own = rows.filter((row) => row.id === id);
      return own.length === 0 ? undefined : wires(db, own, after, base);
    });
    return answers[0] as EndedSession;
  }),
];
