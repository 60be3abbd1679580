import { KINDS } from "#resources/kinds.ts";
import { useDeferredValue, useEffect, useId, useMemo, useState } from "react";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import { SaveBar } from "#forms/form-shell.tsx";
import { useKeepInView } from "#forms/keep-in-view.ts";
import { UnsavedGuard } from "#forms/unsaved-guard.tsx";
import { useRiskCheck } from "#policy-lab/risk-check.tsx";
import { draftsOf, invalidText, pasteSummary, planPaste, type PasteTarget } from "#policy-lab/paste.ts";
import {
  DELETED_POLICY,
  isPolicyUnknown,
  policyFault,
  UNKNOWN_POLICY,
  useDeletedPolicy,
  usePolicyNames,
} from "#policy-lab/policy-names.ts";
import { PolicySelect } from "#policy-lab/policy-select.tsx";
import { RulesPreview } from "#traffic/rules-preview.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { focusIfLost } from "#ui/focus-if-lost.ts";
import { counted } from "#ui/format.ts";
import { Textarea } from "#ui/input.tsx";
import { Segmented } from "#ui/segmented.tsx";
import { PasteTable } from "./paste-table.tsx";
import { isCreated, isNew, isOpen, isUndoable, type PasteRun } from "./paste-run.ts";
import { usePasteRun } from "./use-paste-run.ts";
import { lazyPart } from "#ui/lazy-export.ts";

const loadRun = () => import("./run-panel.tsx");
const RunPanel = lazyPart(loadRun, "RunPanel");
const loadUndo = () => import("./undo-on-leave.tsx");
const UndoOnLeave = lazyPart(loadUndo, "UndoOnLeave");
const KeptRun = lazyPart(() => import("./kept-run.tsx"), "KeptRun");

const ACTIONS: { value: PasteTarget["action"]; label: string }[] = [
  { value: "allow", label: "Allow" },
  { value: "deny", label: "Deny" },
];

const EXAMPLE = "203.0.113.0/24 Frankfurt office\ndeny 203.0.113.57/32 # lost laptop\n2001:db8:42::/48";

type Props = { rules: readonly IpPolicyRule[]; into: string; at: string; back: string };

/** The lines and where they go, at first into the policy that it was opened from, then their plan, then what came of them. `at`: the entry of the history. `back` leads to where it was opened. */
export function PasteForm({ rules, into, at, back }: Props) {
  const id = useId();
  const { policies, none, nameOf } = usePolicyNames();
  const run = usePasteRun(rules, into, at);
  const isAgain = run.restored === true;
  const [text, setText] = useState(isAgain ? run.text : "");
  const [to, setTo] = useState<PasteTarget>(isAgain ? run.to : { ip_policy_id: into, action: "allow" });
  const planned = useDeferredValue(text);
  const plan = useMemo(() => planPaste(planned, to, rules), [planned, to, rules]);
  const fresh = useMemo(() => plan.filter(isNew), [plan]);
  const after = useMemo(() => [...rules, ...draftsOf(plan)], [rules, plan]);
  const { question, blocked: unconfirmed, lead, locksOut } = useRiskCheck({ before: rules, after, nameOf });
  const [editing, setEditing] = useState(false);
  const listed = policies.length > 0 || none ? policies : null;
  const unknown = run.phase === "idle" ? unknownPolicy(run, listed) : null;
  const started = run.lines.length > 0 && !editing && unknown === null;
  const made = run.lines.find(({ progress }) => progress.state === "done")?.line.body.ip_policy_id;
  const deleted = useDeletedPolicy(to.ip_policy_id, made);
  const isUnknown = deleted !== null || (unknown !== null && unknown === to.ip_policy_id);
  const policyId = run.lines[0]?.line.body.ip_policy_id ?? to.ip_policy_id;
  const created = run.lines.filter(isCreated).length;
  const kept = !started && run.lines.some(isUndoable) ? [run, ...run.others] : run.others;
  const isBack = !started && run.lines.length > 0;
  const mended = isUnknown ? `[aria-describedby="${id}-unknown"]` : `[id="${id}-lines"]`;
  // They are there before a run begins, so that the focus goes to how far that is, and its undo outlives the page.
  useEffect(() => void Promise.all([loadRun(), loadUndo()]).catch(() => {}), []);
  useEffect(() => {
    if (isBack) focusIfLost(document.querySelector<HTMLElement>(mended));
  }, [isBack, mended]);
  const blocked = isUnknown ? UNKNOWN_POLICY : (reasonOf(to, planned, fresh.length) ?? unconfirmed);
  const form = useKeepInView();
  return (
    <form
      ref={form}
      aria-label="Bulk add IP rules"
      noValidate
      onSubmit={(event) => {
        // The dialog of a new policy has a form of its own.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (started || blocked !== undefined) return;
        setEditing(false);
        void run.start(plan, text, to);
      }}
      className="flex flex-1 flex-col gap-5"
    >
      <div className="grid max-w-240 gap-5">
        {run.phase === "idle"
          ? kept.map((one) => (
              <KeptRun
                key={one.number}
                run={one}
                nameOf={nameOf}
                onShow={() => {
                  run.show(one);
                  setEditing(false);
                }}
                onUndo={() => {
                  setEditing(false);
                  void run.undo(one);
                }}
              />
            ))
          : null}
        {started ? (
          <RunPanel
            run={run}
            rules={rules}
            policy={
              created > 0 || policies.some((policy) => policy.id === policyId)
                ? { id: policyId, name: nameOf(policyId) }
                : null
            }
            onBack={() => setEditing(true)}
            onAgain={() => {
              setEditing(true);
              setText("");
            }}
          />
        ) : (
          <>
            <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_auto]">
              <div className="grid gap-1">
                <label htmlFor={`${id}-policy`} className="font-strong">
                  Policy
                </label>
                <PolicySelect
                  id={`${id}-policy`}
                  aria-invalid={isUnknown}
                  aria-describedby={isUnknown ? `${id}-unknown` : undefined}
                  value={to.ip_policy_id}
                  deleted={deleted}
                  onChange={(ip_policy_id) => setTo({ ...to, ip_policy_id })}
                />
                {isUnknown ? (
                  <p id={`${id}-unknown`} role="alert" className="text-xs text-danger">
                    {unknown === to.ip_policy_id ? `${UNKNOWN_POLICY}. Nothing was created.` : DELETED_POLICY}
                  </p>
                ) : null}
              </div>
              <div className="grid content-start justify-items-start gap-1">
                <span className="font-strong">Default action</span>
                <Segmented
                  label="Default action"
                  options={ACTIONS}
                  value={to.action}
                  onChange={(action) => setTo({ ...to, action })}
                />
              </div>
            </div>
            <div className="grid gap-1">
              <label htmlFor={`${id}-lines`} className="font-strong">
                Lines
              </label>
              <Textarea
                id={`${id}-lines`}
                name="lines"
                mono
                rows={10}
                value={text}
                onChange={(event) => setText(event.target.value)}
                placeholder={EXAMPLE}
                aria-describedby={`${id}-invalid ${id}-hint`}
              />
              <p
                id={`${id}-invalid`}
                className="text-xs wrap-anywhere whitespace-pre-line text-danger empty:hidden"
              >
                {invalidText(plan)}
              </p>
              <p id={`${id}-hint`} className="text-xs text-content-muted">
                One range per line. “allow” or “deny” and a description are optional. A # comment after a
                range becomes its description. Empty lines and other comments are ignored. Host bits and
                missing masks are corrected.
              </p>
            </div>
            {plan.length > 0 ? <PasteTable plan={plan} summary={pasteSummary(plan)} /> : null}
            {question}
            {fresh.length > 0 && !isUnknown ? (
              <RulesPreview policyId={to.ip_policy_id} rules={after} />
            ) : null}
          </>
        )}
      </div>
      {started ? null : (
        <>
          {/* At the end of the page a message has room above the bar. */}
          <div aria-hidden="true" className="h-10 flex-none" />
          <SaveBar
            state={blocked === undefined ? "ready" : { disabled: true, reason: blocked }}
            title={
              policies.some(({ id: one }) => one === to.ip_policy_id)
                ? `Add to ${nameOf(to.ip_policy_id)}`
                : "New rules"
            }
            detail={
              (blocked === unconfirmed ? lead : blocked) ?? (locksOut ? "This locks you out" : undefined)
            }
            review={<ButtonLink to={back}>Cancel</ButtonLink>}
            saveLabel={`Create ${fresh.length > 0 ? counted(fresh.length, KINDS.ipPolicyRule.short) : "rules"}`}
          />
        </>
      )}
      {run.lines.length > 0 || run.others.length > 0 ? <UndoOnLeave run={run} nameOf={nameOf} /> : null}
      <UnsavedGuard
        isDirty={() => run.phase !== "idle" || (started ? run.lines.some(isOpen) : text.trim() !== "")}
        what={
          run.phase === "undoing"
            ? "the rest of this undo"
            : started
              ? "the lines not created yet"
              : "the pasted lines"
        }
        onAsk={run.hold}
      />
    </form>
  );
}

/**
 * The policy of a run that the service does not know: each line of it failed for that alone. Once it was restored only the words of
 * why are left, and the list of policies, null while it loads, tells it.
 */
function unknownPolicy(
  { lines, restored, to }: PasteRun,
  policies: readonly { id: string }[] | null,
): string | null {
  const isMissing = restored && policies && !policies.some(({ id }) => id === to.ip_policy_id);
  const isIt = ({ progress }: PasteRun["lines"][number]) =>
    progress.state === "failed" && (isMissing || isPolicyUnknown(progress.error));
  return lines.length > 0 && lines.every(isIt) ? (lines[0]?.line.body.ip_policy_id ?? null) : null;
}

function reasonOf(to: PasteTarget, text: string, count: number): string | undefined {
  if (text.trim() === "") return "Paste some lines first";
  return policyFault(to.ip_policy_id) ?? (count === 0 ? "No new rules in these lines" : undefined);
}
