import * as z from "zod/mini";
import { Tunnel } from "#contract/tunnel.ts";
import { TunnelSession } from "#contract/tunnel-session.ts";
import { createVisitStore, tabStorage } from "./visit-store.ts";

const Departure = z.object({
  session: TunnelSession,
  /** Newest complete list with it and first one without it; ms, browser's clock. */
  seenAt: z.number(),
  leftAt: z.number(),
  /** The session its agent came back as; null = one of several alike. Left out while it is away. */
  back: z.optional(z.nullable(z.string())),
  /** Its tunnels as last read, where they were. */
  served: z.optional(z.array(Tunnel)),
});
/** A session that left the list during this visit. */
export type Departure = z.infer<typeof Departure>;

/** The departures of this visit, oldest first. */
export const departures = createVisitStore(tabStorage(), "gatehouse.left", (kept) =>
  z.array(Departure).parse(kept),
);
