import { checkOf } from "#contract/check.ts";
import type { EndReason } from "#contract/ended-session.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { TunnelSession } from "#contract/tunnel-session.ts";
import { KEPT_SHAPES } from "./kept-shapes.ts";
import { createVisitStore, tabStorage } from "#ui/visit-store.ts";

/** A session that left the list during this visit, or that the service says ended before it. */
export type Departure = {
  session: TunnelSession;
  /** Newest complete list with it and first one without it; ms, browser's clock. */
  seenAt: number;
  leftAt: number;
  /** The session its agent came back as; null = one of several alike. Left out while it is away. */
  back?: string | null | undefined;
  /** Its tunnels as last read, where they were. */
  served?: Tunnel[] | undefined;
  /** How it ended, where the service says. */
  reason?: EndReason | undefined;
  /** Why the service refused its agent since. */
  refusal?: string | undefined;
};

const check = checkOf<Departure[]>(KEPT_SHAPES.departures);

/** The departures that a page kept or another tab sent; none of what is no list of them. */
export const departuresOf = (kept: unknown): readonly Departure[] => check.safeParse(kept).data ?? [];

/** Who is known to have left, oldest first. */
export const departures = createVisitStore(tabStorage(), "gatehouse.left", departuresOf);
