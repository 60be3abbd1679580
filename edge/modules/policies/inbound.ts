import type { PolicyMessage } from "#contract/cel/policy-message.ts";
import type { Guard, Met, Verdict } from "../guard.ts";
import { jwtValidation } from "../jwt-validation.ts";
import {
  answerOf,
  type Edit,
  editedHeaders,
  editedPairs,
  editsOf,
  judged,
  type Step,
  withLog,
} from "./act.ts";
import { messageOf } from "./message.ts";
import { taken } from "./limits.ts";
import { rewritten } from "./rewrite.ts";
import { type Action, POLICIES, type Rule } from "./rules.ts";
import { filled } from "./template.ts";

/** Inbound rules in their order, until one ends it (docs/decisions/edge/policies.md). */
export const policies: Guard = async (stored, met) => {
  const { inbound } = POLICIES[met.request ? "http" : "connection"](stored)();
  const run = new Run(met);
  for (const rule of inbound) {
    const ended = await run.rule(rule);
    if (ended) return { ...ended, steps: run.steps, logs: run.logs };
  }
  return run.passed(inbound.length);
};

/** One request on its way through the rules. */
class Run {
  readonly steps: Step[] = [];
  logs: object[] = [];
  private readonly edits: Edit[] = [];
  private target: string | null = null;
  private message: PolicyMessage;
  private readonly met: Met;
  private readonly owner: string;

  constructor(met: Met) {
    this.met = met;
    this.owner = met.place.route?.id ?? met.place.edge?.id ?? "";
    this.message = messageOf(met);
  }

  /** What ends all rules; null = the next one is met. */
  async rule(rule: Rule): Promise<Verdict | null> {
    const { acts, ...step } = judged(rule, this.message, this.owner);
    if (acts)
      for (const action of rule.actions) {
        const ended = await this.act(action, step.reason);
        if (ended) return { ...ended, refs: step.refs };
      }
    this.steps.push(step);
    return null;
  }

  passed(rules: number): Verdict {
    const applied = this.steps.filter(({ verdict }) => verdict === "applied").length;
    const { edits, target, steps, logs } = this;
    return {
      verdict: "allow",
      reason: `${applied} of ${rules} inbound rules applied`,
      steps,
      logs,
      ...((edits.length > 0 || target !== null) && {
        reshape: { target, headers: (given) => editedHeaders(given, edits) },
      }),
    };
  }

  private async act(action: Action, reason: string): Promise<Verdict | null> {
    const filling = { message: this.message, variable: this.met.variable };
    switch (action.type) {
      case "answer":
        return { verdict: "answer", reason, answer: answerOf(action, filling) };
      case "deny":
        return { verdict: "block", reason, refusal: "policyDenied", status: action.status };
      case "jwt": {
        const said = await jwtValidation(action.config, this.met);
        return said.verdict === "block" ? { ...said, reason: `${reason}. ${said.reason}` } : null;
      }
      case "log":
        // Of what has passed, what it would log may not be known, and changes nothing.
        if (!this.met.connection.past) this.logs = withLog(this.logs, action, filling);
        return null;
      case "limit":
        return taken(action, this.message, this.met, reason);
      case "rewrite":
        this.target = rewritten(action.from, filled(action.to, filling), this.message);
        this.changed({ target: this.target });
        return null;
      default: {
        const edits = editsOf(action, filling);
        this.edits.push(...edits);
        this.changed({ headers: editedPairs(this.message.request?.headers ?? [], edits) });
        return null;
      }
    }
  }

  /** Later rules see the request as it is by then. */
  private changed(change: Partial<NonNullable<PolicyMessage["request"]>>): void {
    const { request } = this.message;
    if (request) this.message = { ...this.message, request: { ...request, ...change } };
  }
}
