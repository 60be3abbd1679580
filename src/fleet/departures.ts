import * as z from "zod/mini";
import { TunnelSession } from "#contract/tunnel-session.ts";
import type { FleetAction } from "./action.ts";
import { createVisitStore, tabStorage } from "./visit-store.ts";

const Departure = z.object({
  session: TunnelSession,
  /** Newest complete list with it and first one without it; ms, browser's clock. */
  seenAt: z.number(),
  leftAt: z.number(),
  /** The session its agent came back as; null = one of several alike. Left out while it is away. */
  back: z.optional(z.nullable(z.string())),
});
/** A session that left the list during this visit. */
export type Departure = z.infer<typeof Departure>;

/** The departures of this visit, oldest first. */
export const departures = createVisitStore(tabStorage(), "gatehouse.left", (kept) =>
  z.array(Departure).parse(kept),
);

/** How a session left, as far as this tab knows: by its own command, or without one. */
export function howLeft(
  { session: { id }, back }: Departure,
  actions: readonly FleetAction[],
): "stopped" | "restarted" | "lost" {
  const told = actions.findLast(
    ({ sessionId, state, kind, leftAt }) =>
      sessionId === id &&
      !["refused", "failed"].includes(state.phase) &&
      (kind !== "update" || leftAt !== undefined),
  );
  if (told) return told.kind === "stop" ? "stopped" : "restarted";
  return back === undefined ? "lost" : "restarted";
}
