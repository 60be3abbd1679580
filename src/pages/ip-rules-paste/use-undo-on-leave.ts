import { useEffect, useRef } from "react";
import { tryInToast } from "#components/failure-toast.ts";
import { counted } from "#ui/format.ts";
import { useToast } from "#ui/toast.tsx";
import { keptRuns } from "./kept-runs.ts";
import { isCreated, type PasteRun } from "./paste-run.ts";
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
    const place =
      policies.size > 1 ? counted(policies.size, "policy", "policies") : nameOf(first.line.body.ip_policy_id);
    const count = counted(made.length, "rule");
    let left = made.length;
    const undo = async () => {
      for (const one of await run.end()) await run.undo(one);
      const still = madeIn(await run.end());
      const deleted = left - still.length;
      left = still.length;
      const failed = still.flatMap(({ undo: it }) => (it?.state === "failed" ? [it.error] : []));
      if (deleted > 0) toast({ tone: "ok", text: `Undone: ${counted(deleted, "rule")} deleted` });
      if (failed.length > 0) throw failed[0];
    };
    toast({
      tone: "ok",
      text: `${count} created in ${place}`,
      action: {
        label: `Undo: delete ${count}`,
        onSelect: () => void tryInToast(toast, () => `delete ${counted(left, "rule")}`, undo),
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
