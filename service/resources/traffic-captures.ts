import { trafficCaptureOperations } from "#contract/operations/traffic-captures.ts";
import { faulty } from "../errors.ts";
import { recordEvent } from "../events/recorder.ts";
import { implement } from "../implement.ts";
import { foundRow } from "../rules/found.ts";
import { newId } from "../store/ids.ts";
import { deleteRow, existingIds, insertRows, type Row } from "../store/rows.ts";
import { timestamp } from "../store/time.ts";
import { reads } from "./crud.ts";

const SECONDS = 900;
/** Those that ended are listed for so long, in milliseconds. */
const LISTED_MS = 86_400_000;

const wire = (row: Row<"trafficCapture">, { uri }: { uri: string }) => ({ ...row, uri });
const uriOf = (base: string, id: string): string => `${base}/traffic_captures/${id}`;

/** Capture of bodies; the edge reads it with the account (edge-account.ts). */
export const trafficCaptures = [
  ...reads({ kind: "trafficCapture", operations: trafficCaptureOperations, wire }),

  implement(trafficCaptureOperations.create, async ({ db }, call) =>
    db.transaction().execute(async (trx) => {
      const { target_id, seconds = SECONDS } = call.body;
      const kind = target_id.startsWith("ep_") ? "endpoint" : "route";
      if (!(await existingIds(trx, kind, [target_id])).has(target_id)) {
        const message = "must be the ID of an active endpoint or of a route";
        throw faulty("valueInvalid", [{ path: ["target_id"], message }]);
      }
      const now = Date.now();
      await trx
        .deleteFrom("captures")
        .where("expires_at", "<", timestamp(new Date(now - LISTED_MS)))
        .execute();
      const id = newId("trafficCapture");
      const expires_at = timestamp(new Date(now + seconds * 1_000));
      const row = { id, target_id, created_at: timestamp(new Date(now)), expires_at };
      await insertRows(trx, "trafficCapture", row);
      const answer = wire(row, { uri: uriOf(call.base, id) });
      await recordEvent(trx, call, "traffic_capture", "created", answer);
      return answer;
    }),
  ),

  implement(trafficCaptureOperations.remove, async ({ db }, call) =>
    db.transaction().execute(async (trx) => {
      const { id } = call.params;
      const row = await foundRow(trx, "trafficCapture", id);
      await deleteRow(trx, "trafficCapture", id);
      await recordEvent(trx, call, "traffic_capture", "deleted", wire(row, { uri: uriOf(call.base, id) }));
      return undefined;
    }),
  ),
];
