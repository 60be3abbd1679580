import type { OwnAnswer } from "#edge/modules/guard.ts";
import { type Outbound } from "#edge/modules/policies/outbound.ts";
import type { Headers } from "./headers.ts";
import type { RefusalName } from "./refusals.ts";

/**
 * What came of it: answered (whole or broken off), the visitor left, no agent was there any more, or what the edge has to
 * answer itself. Nothing was sent before "unreached" or "refused".
 */
export type Forwarded = { outcome: "answered" | "broken" | "left" | "unreached" } | Instead;

/** What the edge answers instead of the app: a refusal, with another status than its own and the way `back`, or in the name of a module. */
export type Instead =
  | { outcome: "refused"; refusal: RefusalName; status?: number; back?: string }
  | { outcome: "own"; answer: OwnAnswer };

/** None of the tunnels could be reached: for want of their agents, or of what they forward to. */
export function unreached(gone: boolean): Forwarded {
  return gone ? { outcome: "unreached" } : { outcome: "refused", refusal: "upstreamRefused" };
}

/** What a policy makes of an answer, where that is not the answer with other headers. */
export const instead = (given: Exclude<Outbound, { headers: Headers }>): Instead =>
  "answer" in given ? { outcome: "own", ...given } : { outcome: "refused", ...given };
