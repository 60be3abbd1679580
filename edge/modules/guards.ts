import { MODULE_CONTRACTS } from "#contract/modules/contracts.ts";
import type { Snapshot } from "../account.ts";
import type { Decision, Trail } from "../events/trail.ts";
import type { RefusalName } from "../refusals.ts";
import type { Place } from "../routing/find.ts";
import { circuitBreaker } from "./circuit-breaker.ts";
import { NotApplicable } from "./compiled.ts";
import { readCompression } from "./compression.ts";
import type { Guard, Met } from "./guard.ts";
import { HEADER_RULES } from "./header-rules.ts";
import { ipRestriction } from "./ip-restriction.ts";
import { mutualTls } from "./mutual-tls.ts";
import { userAgentFilter } from "./user-agent-filter.ts";

type Kind = (typeof MODULE_CONTRACTS)[number]["kind"];

const notApplied: Guard = () => {
  throw new NotApplicable("Gatehouse can’t apply it here");
};

/** Modules that decide who gets in, each with the documented field of the event that says what it decided. */
const GUARDS: Partial<Record<Kind, { guard: Guard; field?: string }>> = {
  mutual_tls: { guard: mutualTls },
  ip_restriction: { guard: ipRestriction, field: "ip_policy.decision" },
  user_agent_filter: { guard: userAgentFilter, field: "user_agent_filter.decision" },
  oauth: { guard: notApplied },
  oidc: { guard: notApplied },
  saml: { guard: notApplied },
  webhook_verification: { guard: notApplied },
  jwt_validation: { guard: notApplied },
  policies: { guard: notApplied },
  circuit_breaker: { guard: circuitBreaker, field: "circuit_breaker.decision" },
};

/** In the order in which a request meets them, which is that of the contract. */
const IN_ORDER = [...new Set(MODULE_CONTRACTS.map(({ kind }) => kind))].flatMap((kind) => {
  const one = GUARDS[kind];
  return one ? { kind, ...one } : [];
});

/** Where one of these is on, nobody gets in (docs/decisions/edge/fail-closed.md). */
export const UNAPPLIED: readonly string[] = IN_ORDER.filter(({ guard }) => guard === notApplied).map(
  ({ kind }) => kind,
);

/** Modules that shape what was let in: one that can't be read closes the address too. */
const SHAPES: Partial<Record<Kind, (stored: object) => unknown>> = {
  ...HEADER_RULES,
  compression: readCompression,
};

/** Asks each guard of a place, notes what it decided, and answers why nobody gets in, or null. */
export function guarded(place: Place, snapshot: Snapshot, trail: Trail): RefusalName | null {
  const { edge, route } = place;
  trail.decisions.length = 0;
  trail.settled(null);
  for (const { kind, guard, field } of IN_ORDER) {
    const stored = route?.modules[kind] ?? edge?.modules[kind];
    if (!stored) continue;
    const begun = performance.now();
    const { refusal, settle, ...said } = judged(guard, stored, {
      connection: trail.connection,
      request: trail.request,
      snapshot,
      place,
    });
    trail.decided(kind, said, begun);
    if (field !== undefined) (trail.facts ??= {})[field] = said.verdict;
    if (settle) trail.settle = settle;
    if (refusal) return refusal;
  }
  for (const kind in SHAPES) {
    const stored = route?.modules[kind];
    const fault = stored && faultOf(() => SHAPES[kind as Kind]?.(stored));
    if (!fault) continue;
    trail.decided(kind, { verdict: "block", reason: fault }, performance.now());
    return "moduleNotApplied";
  }
  return null;
}

type Judged = Pick<Decision, "verdict" | "reason"> & { refusal?: RefusalName; settle?: Trail["settle"] };

function judged(guard: Guard, stored: object, met: Met): Judged {
  let said: Judged | undefined;
  const fault = faultOf(() => (said = guard(stored, met)));
  return said ?? { verdict: "block", reason: fault ?? "", refusal: "moduleNotApplied" };
}

/** Why a module can't be applied; null where it can. */
function faultOf(apply: () => unknown): string | null {
  try {
    apply();
    return null;
  } catch (error) {
    if (!(error instanceof NotApplicable)) throw error;
    return error.message;
  }
}
