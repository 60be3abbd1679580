import { MODULE_CONTRACTS } from "#contract/modules/contracts.ts";
import type { Snapshot } from "../account.ts";
import type { Trail } from "../events/trail.ts";
import type { RefusalName } from "../refusals.ts";
import type { VisitorBody } from "../request-body.ts";
import type { Place } from "../routing/find.ts";
import { circuitBreaker } from "./circuit-breaker.ts";
import { faultIn, faultOf, NotApplicable } from "./compiled.ts";
import { readCompression } from "./compression.ts";
import type { Guard, Met, OwnAnswer, Target, Verdict } from "./guard.ts";
import { HEADER_RULES, variableOf } from "./header-rules.ts";
import { ipRestriction } from "./ip-restriction.ts";
import { jwtValidation } from "./jwt-validation.ts";
import { mutualTls } from "./mutual-tls.ts";
import { oauth } from "./oauth.ts";
import { oidc } from "./oidc.ts";
import { policies } from "./policies/inbound.ts";
import { saml } from "./saml/load.ts";
import { tlsTermination } from "./tls-termination.ts";
import { userAgentFilter } from "./user-agent-filter.ts";
import { webhookVerification } from "./webhook-verification.ts";
import { websocketTcpConverter } from "./websocket-tcp-converter.ts";

type Kind = (typeof MODULE_CONTRACTS)[number]["kind"];

const notApplied: Guard = () => {
  throw new NotApplicable("Gatehouse can’t apply it here");
};

/** Modules that decide who gets in, each with the documented field of the event that says what it decided. */
const GUARDS: Partial<Record<Kind, { guard: Guard; field?: string }>> = {
  tls_termination: { guard: tlsTermination },
  mutual_tls: { guard: mutualTls },
  ip_restriction: { guard: ipRestriction, field: "ip_policy.decision" },
  user_agent_filter: { guard: userAgentFilter, field: "user_agent_filter.decision" },
  oauth: { guard: oauth },
  oidc: { guard: oidc },
  saml: { guard: saml },
  webhook_verification: { guard: webhookVerification, field: "webhook_verification.decision" },
  jwt_validation: { guard: jwtValidation },
  policies: { guard: policies },
  websocket_tcp_converter: { guard: websocketTcpConverter },
  circuit_breaker: { guard: circuitBreaker, field: "circuit_breaker.decision" },
};

/** Modules that refuse no request: one that can't be read closes the address too. */
const SHAPES: Partial<Record<Kind, (stored: object) => unknown>> = {
  ...HEADER_RULES,
  compression: readCompression,
};

/** What judges a kind; null of one that decides nothing. Where one is on that is not written here, nobody gets in. */
export function guardOf(kind: string): { guard: Guard; field?: string } | null {
  if (kind === "backend" || Object.hasOwn(SHAPES, kind)) return null;
  return GUARDS[kind as Kind] ?? { guard: notApplied };
}

/** Where a module of a kind that this version does not know is on, it is there by this name. */
export const UNKNOWN_KIND = "unknown";

const unknownKind: Guard = (stored) => {
  throw new NotApplicable(`This version doesn’t know the module ${(stored as { kind: string }).kind}`);
};

/** What decides who gets in, in the order in which a request meets it, which is that of the contract. */
export const IN_ORDER: readonly { kind: string; guard: Guard; field?: string }[] = [
  { kind: UNKNOWN_KIND, guard: unknownKind },
  ...[...new Set(MODULE_CONTRACTS.map(({ kind }) => kind))].flatMap((kind) => {
    const one = guardOf(kind);
    return one ? { kind, ...one } : [];
  }),
];

/** Where one of these is on, nobody gets in (docs/decisions/edge/fail-closed.md). */
export const UNAPPLIED: readonly string[] = IN_ORDER.filter(({ guard }) => guard === notApplied).map(
  ({ kind }) => kind,
);

type Refused = { refusal: RefusalName; status?: number; back?: string };

/** Why nobody gets in, or what the edge answers instead. */
export type Kept = Refused | { answer: OwnAnswer };

/** What is known of a request beside its trail; null of a connection that is no HTTP. */
export type Came = { target: Target; body: VisitorBody | null } | null;

/** What is set of a kind where a request arrived; nothing where the kind is off or not set. */
export const storedOf = ({ route, edge }: Place, kind: string): object | null | undefined =>
  route?.modules[kind] ?? edge?.modules[kind];

/** Asks each guard of a place, notes what it decided, and answers what keeps a request from the app, or null. */
export async function guarded(
  place: Place,
  snapshot: Snapshot,
  trail: Trail,
  came: Came,
): Promise<Kept | null> {
  const { connection, scheme, request } = trail;
  trail.judging();
  const body = async (limit: number) => (came?.body ? came.body.whole(limit) : Buffer.alloc(0));
  const variable = (name: string) => variableOf(name, trail);
  const target = came?.target ?? null;
  const met: Met = { connection, scheme, request, target, snapshot, place, variable, body };
  let begun = performance.now();
  for (const { kind, guard, field } of IN_ORDER) {
    const stored = storedOf(place, kind);
    if (!stored) continue;
    const asked = judged(guard, stored, met);
    // Most know at once, and a request need not wait a turn for each.
    const said = asked instanceof Promise ? await asked : asked;
    // The last line has the time of all.
    for (const step of said.steps ?? []) trail.decided(kind, step, performance.now());
    if (!("idle" in said)) begun = trail.decided(kind, said, begun);
    if (said.logs) trail.logged(said.logs);
    if (field !== undefined && said.verdict !== "answer") (trail.facts ??= {})[field] = said.verdict;
    if (said.facts) trail.facts = { ...trail.facts, ...said.facts };
    if (said.ownFacts) trail.ownFacts = { ...trail.ownFacts, ...said.ownFacts };
    if ("settle" in said && said.settle) trail.settles.push(said.settle);
    if ("toApp" in said) trail.toApp = { ...trail.toApp, ...said.toApp };
    if ("toVisitor" in said && said.toVisitor) trail.toVisitor = trail.told(said.toVisitor);
    if ("reshape" in said && said.reshape) trail.reshape = said.reshape;
    if (said.verdict === "block") {
      const { refusal, status, back } = said;
      return { refusal, ...(status !== undefined && { status }), ...(back !== undefined && { back }) };
    }
    if (said.verdict === "answer") return { answer: said.answer };
  }
  for (const kind in SHAPES) {
    const stored = storedOf(place, kind);
    const fault = stored && faultOf(() => SHAPES[kind as Kind]?.(stored));
    if (!fault) continue;
    trail.decided(kind, { verdict: "block", reason: fault }, performance.now());
    return { refusal: "moduleNotApplied" };
  }
  const { backend } = place.route ?? place.edge ?? {};
  if (backend?.labels !== null) return null;
  const reason = `The labels of backend ${backend.id} can’t be read`;
  trail.decided("backend", { verdict: "block", reason, refs: [{ id: backend.id }] }, performance.now());
  return { refusal: "moduleNotApplied" };
}

/** What a guard says; where it can’t be applied nobody is let in. */
export function judged(guard: Guard, stored: object, met: Met): Verdict | Promise<Verdict> {
  try {
    const said = guard(stored, met);
    return said instanceof Promise ? said.catch(closed) : said;
  } catch (error) {
    return closed(error);
  }
}

const closed = (error: unknown): Verdict => ({
  verdict: "block",
  reason: faultIn(error),
  refusal: "moduleNotApplied",
});
