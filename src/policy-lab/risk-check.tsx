import { useId, useMemo, useRef, useState, type ReactNode } from "react";
import { UsedBy } from "#components/used-by.tsx";
import { Checkbox } from "#ui/input.tsx";
import { Note } from "#ui/note.tsx";
import { newEveryone, type Everyone } from "./everyone.ts";
import { everyoneText, findingTitle } from "./lab-text.ts";
import { lockoutWords, UncheckedNote } from "./lockout-note.tsx";
import { LockoutText } from "./lockout-text.tsx";
import { useOwnAddress } from "./own-address.ts";
import { lockedOut, rangeOf, type RuleLike } from "./verdict.ts";

/** What a change adds, where: policies, actions and ranges. */
function changeOf(before: readonly RuleLike[], after: readonly RuleLike[]): string {
  const known = new Set(before);
  const added = after.filter((rule) => !known.has(rule));
  return JSON.stringify(added.map(({ ip_policy, action, cidr }) => [ip_policy.id, action, cidr]));
}

/** The name of its confirmation, for a form that stops at it. */
export const CONFIRMATION = "everyone";

type Asked = { before: readonly RuleLike[]; after: readonly RuleLike[]; nameOf: (id: string) => string };

/**
 * Asks for a confirmation when the change from `before` to `after` opens or closes a policy to everyone, or locks the operator
 * out: `question` is to be shown, and nothing to be sent while `blocked` says why; `lead` says it too, and leads there. Consent is for
 * these rules of this policy: another change asks anew. `fault` is told at the check.
 */
export function useRiskCheck(
  { before, after, nameOf }: Asked,
  fault?: string,
): { question: ReactNode; blocked: string | undefined; lead?: ReactNode; locksOut: boolean } {
  const id = useId();
  const check = useRef<HTMLDivElement>(null);
  const own = useOwnAddress();
  const found = useMemo(() => newEveryone(before, after), [before, after]);
  const out = useMemo(() => (own ? lockedOut(before, after, own) : []), [before, after, own]);
  const [confirmed, setConfirmed] = useState("");
  const what = useMemo(() => changeOf(before, after), [before, after]);
  const unchecked = own === null && mayLockOut(before, after) ? <UncheckedNote /> : null;
  const locksOut = own != null && out.length > 0;
  if (found.length === 0 && !locksOut) return { question: unchecked, blocked: undefined, locksOut };
  const label = labelOf(new Set(found.map(({ kind }) => kind)), locksOut);
  const asked = `${label} ${what}`;
  const blocked = confirmed === asked ? undefined : `Check “${label}” first`;
  return {
    question: (
      <>
        <Note tone="warn">
          {found.map((one) => (
            <p key={`${one.kind} ${one.family}`}>
              <strong>{findingTitle(one)}.</strong> {everyoneText(one)}
            </p>
          ))}
          {locksOut ? (
            <p>
              <LockoutText own={own}>{lockoutWords(out.map(nameOf))}</LockoutText>
            </p>
          ) : null}
          {[...new Set(found.flatMap(({ rules: [rule] }) => rule.ip_policy.id || []))].map((policy) => (
            <div key={policy} className="mt-2">
              <p className="font-strong wrap-anywhere">{nameOf(policy)} is used by</p>
              <UsedBy of={{ kind: "ip_restriction", id: policy, on: true }} />
            </div>
          ))}
          <div ref={check} data-field={CONFIRMATION} className="mt-2 grid gap-1">
            <Checkbox
              label={label}
              aria-invalid={fault !== undefined}
              aria-describedby={fault === undefined ? undefined : id}
              checked={confirmed === asked}
              onChange={(event) => setConfirmed(event.target.checked ? asked : "")}
            />
            {fault === undefined ? null : (
              <p id={id} className="text-xs text-danger">
                {fault}
              </p>
            )}
          </div>
        </Note>
        {unchecked}
      </>
    ),
    blocked,
    lead: blocked && (
      <button
        type="button"
        className="link py-1 text-left"
        onClick={() => check.current?.querySelector("input")?.focus()}
      >
        {blocked}
      </button>
    ),
    locksOut,
  };
}

function labelOf(kinds: ReadonlySet<Everyone["kind"]>, locksOut: boolean): string {
  const [kind, ...more] = kinds;
  if (kind === undefined) return "Yes, lock me out";
  // Everyone is the operator too.
  if (more.length > 0 || (locksOut && kind !== "nobody")) return "Yes, apply this";
  if (kind === "nobody") return "Yes, block everyone";
  return kind === "everyone" ? "Yes, allow everyone" : "Yes, allow most addresses";
}

/** Does it deny something more, or allow something less? */
function mayLockOut(before: readonly RuleLike[], after: readonly RuleLike[]): boolean {
  const [then, now] = [new Set(before), new Set(after)];
  const isRange = (rule: RuleLike) => rangeOf(rule) !== null;
  return (
    after.some((rule) => !then.has(rule) && rule.action === "deny" && isRange(rule)) ||
    before.some((rule) => !now.has(rule) && rule.action === "allow" && isRange(rule))
  );
}
