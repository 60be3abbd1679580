import type { DecisionRef } from "../../events/trail.ts";
import type { HeaderPairs, PolicyMessage } from "#contract/cel/policy-message.ts";
import { lower } from "#contract/cel/policy-message.ts";
import type { Headers } from "../../headers.ts";
import { NotApplicable } from "../compiled.ts";
import type { OwnAnswer } from "../guard.ts";
import { addHeader, oneLine } from "../header-rules.ts";
import type { Action, Rule } from "./rules.ts";
import { filled, type Filling } from "./template.ts";

export type Step = { verdict: string; reason: string; refs: DecisionRef[] };

/** A change of headers, in the order in which rules made them. */
export type Edit = { add: string; value: string } | { remove: string };

/**
 * Whether all expressions of a rule are true, and what the trail says of it. `id` = of the route or edge that has it.
 *
 * @throws NotApplicable where one fails: what can't be judged does not pass (docs/decisions/edge/policies.md).
 */
export function judged(
  { title, field, shown, expressions }: Rule,
  message: PolicyMessage,
  id: string,
): Step & { acts: boolean } {
  const refs = [{ id, text: title, field }];
  for (const [index, evaluate] of expressions.entries()) {
    let value: unknown;
    try {
      value = evaluate(message);
    } catch (error) {
      throw new NotApplicable(`${title}: ${shown[index]} ${(error as Error).message}`);
    }
    if (value !== true)
      return { acts: false, verdict: "skipped", reason: `${title}: ${shown[index]} is false`, refs };
  }
  const reason = shown.length === 0 ? "always" : shown.join(" and ");
  return { acts: true, verdict: "applied", reason: `${title}: ${reason}`, refs };
}

/** The edits of an action that changes headers. */
export function editsOf(action: Extract<Action, { type: "add" | "remove" }>, filling: Filling): Edit[] {
  return action.type === "remove"
    ? action.names.map((remove) => ({ remove }))
    : action.headers.map(({ name, value }) => ({ add: name, value: oneLine(filled(value, filling)) }));
}

export function editedHeaders(headers: Headers, edits: readonly Edit[]): Headers {
  const changed = { ...headers };
  for (const edit of edits) {
    if ("remove" in edit) delete changed[edit.remove];
    else addHeader(changed, edit.add, edit.value);
  }
  return changed;
}

/** The same for what later rules see. */
export function editedPairs(pairs: HeaderPairs, edits: readonly Edit[]): HeaderPairs {
  let changed = [...pairs];
  for (const edit of edits) {
    if ("remove" in edit) changed = changed.filter(([name]) => lower(name) !== edit.remove);
    else changed.push([edit.add, edit.value]);
  }
  return changed;
}

/** What a custom response answers, of a type that its content looks like unless told. */
export function answerOf(action: Extract<Action, { type: "answer" }>, filling: Filling): OwnAnswer {
  const body = filled(action.content, filling);
  const headers: Headers = {};
  for (const { name, value } of action.headers) headers[name] = oneLine(filled(value, filling));
  headers["content-type"] ??= typeOf(body);
  return { status: action.status, headers, body };
}

function typeOf(body: string): string {
  if (/^\s*<(!doctype html|html)\b/i.test(body)) return "text/html; charset=utf-8";
  try {
    JSON.parse(body);
    return "application/json";
  } catch {
    return "text/plain; charset=utf-8";
  }
}

/** Logs of one request, and characters of one of them. */
const LOGS_MAX = 20;
const LOG_MAX = 4_096;

/** The logs of a request with one more; none where there are too many. */
export function withLog(
  logs: readonly object[],
  action: Extract<Action, { type: "log" }>,
  filling: Filling,
): object[] {
  if (logs.length >= LOGS_MAX) return [...logs];
  const log = action.metadata(filling);
  const fits = JSON.stringify(log).length <= LOG_MAX;
  return [...logs, fits ? log : { error: `This log has more than ${LOG_MAX} characters` }];
}
