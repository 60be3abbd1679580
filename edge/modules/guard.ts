import type { Snapshot } from "../account.ts";
import type { VisitorConnection } from "../events/visitor-connection.ts";
import type { RefusalName } from "../refusals.ts";
import type { EdgeRequest } from "../request-body.ts";

/** `request` = null of a connection that is no HTTP. */
export type Met = { connection: VisitorConnection; request: EdgeRequest | null; snapshot: Snapshot };

type Verdict =
  | { verdict: "allow"; reason: string }
  | { verdict: "block"; reason: string; refusal: RefusalName };

/**
 * Whether a module lets a request in, by the request that was stored for it.
 *
 * @throws NotApplicable where that can't be known: nobody is let in.
 */
export type Guard = (stored: object, met: Met) => Verdict;
