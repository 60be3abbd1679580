import type { Event } from "#contract/event.ts";
import { factsOf } from "#contract/modules/kinds.ts";
import { ApiError } from "#api/errors.ts";
import { placed } from "#forms/issues.ts";
import { fieldLabel } from "#resources/field-labels.ts";
import { kindOf } from "#resources/ref-target.ts";

/** A refusal of what is sent for an event, with its fields called as their forms call them: here is no form to show it at. */
export function inLabels(error: unknown, { object }: Event): unknown {
  if (!(error instanceof ApiError) || error.issues.length === 0) return error;
  const kind = kindOf(String(object["id"])) ?? undefined;
  const said = error.issues.map(({ path: [field], message }) => {
    const name = String(field ?? "");
    return placed(name && (factsOf(name)?.title ?? fieldLabel(kind, name)), message);
  });
  const { kind: failure, method, path, status, code, operationId, issues, retry } = error;
  const msg = said.join(" ");
  return new ApiError({ kind: failure, msg, method, path, status, code, operationId, issues, retry });
}
