import { writesOf } from "#resources/writes.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "#api/errors.ts";
import { createIpRule, ipRules } from "#resources/ip-rules.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { PasteLine } from "#policy-lab/paste.ts";
import { takeBack } from "#policy-lab/rule-writes.ts";
import { runEach, type Progress } from "#policy-lab/run-each.ts";

type Body = NonNullable<PasteLine["body"]>;
export type NewLine = PasteLine & { body: Body };
/** Will a rule be made of it? */
export const isNew = (line: PasteLine): line is NewLine => line.body !== null;

/** One line of a run: how far its creation is, and how far taking it back. */
export type RunLine = {
  line: NewLine;
  progress: Progress<IpPolicyRule>;
  undo: Progress<undefined> | null;
};

type Phase = "idle" | "creating" | "undoing";

/** A whole second or so longer than told, so that the pause is over for sure. */
const PAUSE_MS = 1000;

/** Creates rules line by line, keeps what came of each, tries failed ones again, and takes back what was created. */
export function usePasteRun() {
  const client = useQueryClient();
  const [lines, setLines] = useState<readonly RunLine[]>([]);
  const [leftOut, setLeftOut] = useState<readonly PasteLine[]>([]);
  const [phase, setPhase] = useState<Phase>("idle");
  const [pausedFor, setPausedFor] = useState<number | null>(null);
  const stop = useRef<AbortController>(null);
  const update = (number: number, patch: Partial<RunLine>) =>
    setLines((all) => all.map((one) => (one.line.number === number ? { ...one, ...patch } : one)));

  const run = async <T extends RunLine, R>(
    next: Phase,
    some: readonly T[],
    work: (one: T) => Promise<R>,
    onChange: (one: T, progress: Progress<R>) => void,
  ) => {
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    setPhase(next);
    await runEach(some, (one) => afterPause(() => work(one), signal, setPausedFor), { signal, onChange });
    setPhase("idle");
    await writesOf(client, ipRules).refresh();
  };

  const create = (some: readonly RunLine[]) => {
    const known = new Set(client.getQueryData(ipRules.query.queryKey)?.map(({ id }) => id));
    return run(
      "creating",
      some,
      ({ line }) => createIpRule(line.body, known),
      ({ line }, progress) => update(line.number, { progress }),
    );
  };

  return {
    lines,
    /** The lines of the plan that no rule is made of. */
    leftOut,
    phase,
    /** Seconds that the service asked it to wait (429) while it does; null otherwise. */
    pausedFor,
    /** Starts with the new lines of this plan; nothing of an earlier run is kept. */
    start: (plan: readonly PasteLine[]) => {
      setLeftOut(plan.filter((line) => !isNew(line)));
      const fresh = plan
        .filter(isNew)
        .map((line): RunLine => ({ line, progress: { state: "waiting" }, undo: null }));
      setLines(fresh);
      return create(fresh);
    },
    /** The failed lines once more, and those that a cancel left. */
    retry: () => create(lines.filter(isOpen)),
    cancel: () => stop.current?.abort(),
    undo: () =>
      run(
        "undoing",
        lines.flatMap((one) => (isCreated(one) ? [{ ...one, made: one.progress.result }] : [])),
        async ({ made }): Promise<undefined> => {
          await takeBack(client, made);
          return undefined;
        },
        ({ line }, undo) => update(line.number, { undo }),
      ),
  };
}

/** Was it created, and is it still there? */
export function isCreated(
  one: RunLine,
): one is RunLine & { progress: { state: "done"; result: IpPolicyRule } } {
  return one.progress.state === "done" && one.undo?.state !== "done";
}

/** Is there still something to create? */
export function isOpen({ progress }: RunLine): boolean {
  return progress.state === "failed" || progress.state === "waiting";
}

/** Tries once more after a 429 that says how long to wait; a cancel ends the wait. */
async function afterPause<R>(
  work: () => Promise<R>,
  signal: AbortSignal,
  onPause: (seconds: number | null) => void,
): Promise<R> {
  try {
    return await work();
  } catch (error) {
    const seconds = error instanceof ApiError && error.status === 429 ? error.retryAfterSeconds : undefined;
    if (seconds === undefined) throw error;
    onPause(seconds);
    await pause(seconds * 1000 + PAUSE_MS, signal);
    onPause(null);
    if (signal.aborted) throw error;
    return work();
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
