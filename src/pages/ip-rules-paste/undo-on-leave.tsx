import { KINDS } from "#resources/kinds.ts";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { tryInToast } from "#components/failure-toast.ts";
import { aboutRule } from "#policy-lab/rule-writes.ts";
import { ipRules } from "#resources/ip-rules.ts";
import { href } from "#resources/paths.ts";
import { counted } from "#ui/format.ts";
import { useToast } from "#ui/toast.tsx";
import { isChanged, isCreated, isUndoable, undoneText, type PasteRun } from "./paste-run.ts";
import type { usePasteRun } from "./use-paste-run.ts";

type Props = { run: ReturnType<typeof usePasteRun>; nameOf: (id: string) => string };

const madeIn = (runs: readonly PasteRun[]) => runs.flatMap(({ lines }) => lines.filter(isUndoable));

/** Leaving the page takes no undo away: a message in the corner has it for what is still there of all runs, until one goes back. */
export function UndoOnLeave({ run, nameOf }: Props) {
  const toast = useToast();
  const navigate = useNavigate();
  const leave = async () => {
    const until = run.leave();
    const made = madeIn(await run.end());
    const [first] = made;
    if (!first || until.aborted) return;
    const policies = new Set(made.map(({ line }) => line.body.ip_policy_id));
    const { ip_policy_id: to } = first.line.body;
    const place = policies.size > 1 ? counted(policies.size, KINDS.ipPolicy.short) : nameOf(to);
    const count = counted(made.length, KINDS.ipPolicyRule.short);
    let left = made.map(({ line }) => line);
    const undo = async () => {
      for (const one of await run.end()) if (one.lines.some(isUndoable)) await run.undo(one);
      const after = (await run.end()).flatMap(({ lines }) => lines).filter(({ line }) => left.includes(line));
      const gone = after.filter((one) => !isCreated(one));
      left = after.filter(isUndoable).map(({ line }) => line);
      if (gone.length > 0) toast({ tone: "ok", text: undoneText(gone) });
      const [changed, ...others] = after.filter(isCreated).filter(isChanged);
      if (changed) {
        const { result: rule } = changed.progress;
        const text = others.length > 0 ? `${others.length + 1} rules were` : `${ipRules.nameOf(rule)} was`;
        const onSelect = () => void navigate(href.ipRule(rule.id));
        toast({
          tone: "bad",
          text: `Not undone: ${text} changed since`,
          about: aboutRule(rule),
          ...(others.length === 0 && { action: { label: "Open rule", onSelect } }),
        });
      }
      const failed = after
        .filter(isUndoable)
        .flatMap(({ undo: it }) => (it?.state === "failed" ? [it.error] : []));
      if (failed.length > 0) throw failed[0];
    };
    toast({
      tone: "ok",
      text: `${count} created in ${place}`,
      about: made.map(({ progress }) => aboutRule(progress.result)),
      until,
      action: {
        label: `Undo: delete ${count}`,
        onSelect: () =>
          void tryInToast(toast, () => `delete ${counted(left.length, KINDS.ipPolicyRule.short)}`, undo),
      },
    });
  };
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => () => void latest.current(), []);
  return null;
}
