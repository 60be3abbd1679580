import { useEffect, useRef } from "react";
import { tryInToast } from "#components/failure-toast.ts";
import { ipPolicies } from "#resources/ip-policies.ts";
import { counted } from "#ui/format.ts";
import { useToast } from "#ui/toast.tsx";
import { keptRuns } from "./kept-runs.ts";
import { isCreated, undoneText, type PasteRun } from "./paste-run.ts";
import type { usePasteRun } from "./use-paste-run.ts";

type Run = ReturnType<typeof usePasteRun>;

const madeIn = (runs: readonly PasteRun[]) => runs.flatMap(({ lines }) => lines.filter(isCreated));

/** Leaving the page takes no undo away: a message in the corner has it for what is still there of all runs. */
export function useUndoOnLeave(run: Run, nameOf: (id: string) => string): void {
  const toast = useToast();
  const leave = async () => {
    const made = madeIn(await run.end());
    const [first] = made;
    if (!first) return;
    const policies = new Set(made.map(({ line }) => line.body.ip_policy_id));
    const { ip_policy_id: to } = first.line.body;
    const place = policies.size > 1 ? counted(policies.size, "policy", "policies") : nameOf(to);
    const count = counted(made.length, "rule");
    let left = made.map(({ line }) => line);
    const undo = async () => {
      for (const one of await run.end()) if (one.lines.some(isCreated)) await run.undo(one);
      const after = (await run.end()).flatMap(({ lines }) => lines).filter(({ line }) => left.includes(line));
      const gone = after.filter((one) => !isCreated(one));
      left = after.filter(isCreated).map(({ line }) => line);
      if (gone.length > 0) toast({ tone: "ok", text: undoneText(gone) });
      const failed = after.flatMap(({ undo: it }) => (it?.state === "failed" ? [it.error] : []));
      if (failed.length > 0) throw failed[0];
    };
    toast({
      tone: "ok",
      text: `${count} created in ${place}`,
      // The deletion of the policy ends it, another bulk add does not.
      ...(policies.size === 1 ? { about: `${ipPolicies.pathOf(to)}/bulk/${first.progress.result.id}` } : {}),
      action: {
        label: `Undo: delete ${count}`,
        onSelect: () => void tryInToast(toast, () => `delete ${counted(left.length, "rule")}`, undo),
      },
    });
  };
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(
    () => () => {
      // The message has it from now on; a reload of another page is none of this one's.
      keptRuns.set([]);
      void latest.current();
    },
    [],
  );
}
