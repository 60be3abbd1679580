import { useId, useMemo, useState, type ReactNode } from "react";
import { Checkbox } from "#ui/input.tsx";
import { Note } from "#ui/note.tsx";
import { newEveryone } from "./everyone.ts";
import { everyoneText, findingTitle } from "./lab-text.ts";
import type { RuleLike } from "./verdict.ts";

/** What a change adds, where: policies, actions and ranges. */
function changeOf(before: readonly RuleLike[], after: readonly RuleLike[]): string {
  const known = new Set(before);
  const added = after.filter((rule) => !known.has(rule));
  return JSON.stringify(added.map(({ ip_policy, action, cidr }) => [ip_policy.id, action, cidr]));
}

/** The name of its confirmation, for a form that stops at it. */
export const CONFIRMATION = "everyone";

/**
 * Asks for a confirmation when the change from `before` to `after` opens or closes a policy to everyone: `question` is to be
 * shown, and nothing to be sent while `blocked` says why. Consent is for these rules of this policy: another change asks anew.
 * `fault` is told at the check.
 */
export function useEveryoneCheck(
  before: readonly RuleLike[],
  after: readonly RuleLike[],
  fault?: string,
): { question: ReactNode; blocked: string | undefined } {
  const id = useId();
  const found = useMemo(() => newEveryone(before, after), [before, after]);
  const [confirmed, setConfirmed] = useState("");
  const what = useMemo(() => changeOf(before, after), [before, after]);
  if (found.length === 0) return { question: null, blocked: undefined };
  const kinds = new Set(found.map(({ kind }) => kind));
  const label =
    kinds.size > 1
      ? "Yes, apply this"
      : kinds.has("everyone")
        ? "Yes, allow everyone"
        : kinds.has("most")
          ? "Yes, allow most addresses"
          : "Yes, block everyone";
  return {
    question: (
      <Note tone="warn">
        {found.map((one) => (
          <p key={`${one.kind} ${one.family}`}>
            <strong>{findingTitle(one)}.</strong> {everyoneText(one)}
          </p>
        ))}
        <div data-field={CONFIRMATION} className="mt-2 grid gap-1">
          <Checkbox
            label={label}
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : id}
            checked={confirmed === what}
            onChange={(event) => setConfirmed(event.target.checked ? what : "")}
          />
          {fault === undefined ? null : (
            <p id={id} className="text-xs text-danger">
              {fault}
            </p>
          )}
        </div>
      </Note>
    ),
    blocked: confirmed === what ? undefined : `Check “${label}” first`,
  };
}
