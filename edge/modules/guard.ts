import type { Snapshot } from "../account.ts";
import type { VisitorConnection } from "../events/visitor-connection.ts";
import type { RefusalName } from "../refusals.ts";
import type { EdgeRequest } from "../request-body.ts";
import type { Place } from "../routing/find.ts";

/** `request` = null of a connection that is no HTTP. */
export type Met = {
  connection: VisitorConnection;
  request: EdgeRequest | null;
  snapshot: Snapshot;
  place: Place;
};

type Verdict =
  | {
      verdict: "allow" | "allow_while_open";
      reason: string;
      /** Told once whether the app failed; null where nobody knows. */
      settle?: (failed: boolean | null) => void;
    }
  | { verdict: "block"; reason: string; refusal: RefusalName };

/**
 * Whether a module lets a request in, by the request that was stored for it.
 *
 * @throws NotApplicable where that can't be known: nobody is let in.
 */
export type Guard = (stored: object, met: Met) => Verdict;
