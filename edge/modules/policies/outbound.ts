import type { Trail } from "../../events/trail.ts";
import type { Headers } from "../../headers.ts";
import type { RefusalName } from "../../refusals.ts";
import { NotApplicable } from "../compiled.ts";
import type { OwnAnswer } from "../guard.ts";
import { variableOf, withHeaderRules } from "../header-rules.ts";
import { answerOf, editedHeaders, editsOf, judged, withLog } from "./act.ts";
import { answerPairs, messageOf } from "./message.ts";
import { POLICIES } from "./rules.ts";

/** The headers of an answer, or what the visitor gets instead of it. */
export type Outbound = { headers: Headers } | { answer: OwnAnswer } | { refusal: RefusalName };

/** What the outbound rules of a route make of an answer, before it is compressed. */
export function withOutboundPolicies(status: number, given: Headers, trail: Trail): Outbound {
  const { id, modules: { policies: stored } = {} } = trail.place?.route ?? {};
  if (id === undefined || !stored) return { headers: given };
  let begun = performance.now();
  const variable = (name: string) => variableOf(name, trail);
  const asked = messageOf(trail);
  let headers = given;
  try {
    for (const rule of POLICIES.http(stored)().outbound) {
      const message = {
        ...asked,
        bytesIn: trail.in.length,
        response: { status, headers: answerPairs(headers) },
      };
      const { acts, ...step } = judged(rule, message, id);
      trail.decided("policies", step, begun);
      begun = performance.now();
      const filling = { message, variable };
      for (const action of acts ? rule.actions : []) {
        if (action.type === "log") trail.logged(withLog(trail.logs, action, filling));
        if (action.type === "add" || action.type === "remove")
          headers = editedHeaders(headers, editsOf(action, filling));
        if (action.type !== "answer") continue;
        const answer = answerOf(action, filling);
        trail.decided("policies", { ...step, verdict: "answer" }, begun);
        return { answer: { ...answer, headers: withHeaderRules("response_headers", answer.headers, trail) } };
      }
    }
  } catch (error) {
    if (!(error instanceof NotApplicable)) throw error;
    trail.decided("policies", { verdict: "block", reason: error.message }, begun);
    return { refusal: "moduleNotApplied" };
  }
  return { headers };
}

/** Outbound rules of an edge without HTTP can only log, once its connection has ended. */
export function connectionEnded(trail: Trail): void {
  const { id, modules: { policies: stored } = {} } = trail.place?.edge ?? {};
  if (id === undefined || !stored || trail.refusal !== null) return;
  const begun = performance.now();
  const message = { ...messageOf(trail), bytesIn: trail.in.length, bytesOut: trail.out.length };
  const filling = { message, variable: (name: string) => variableOf(name, trail) };
  try {
    for (const rule of POLICIES.connection(stored)().outbound) {
      const { acts, ...step } = judged(rule, message, id);
      trail.decided("policies", step, begun);
      for (const action of acts ? rule.actions : [])
        if (action.type === "log") trail.logged(withLog(trail.logs, action, filling));
    }
  } catch (error) {
    if (!(error instanceof NotApplicable)) throw error;
    trail.decided("policies", { verdict: "failed", reason: error.message }, begun);
  }
}
