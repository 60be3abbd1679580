import { writesOf } from "#resources/writes.ts";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState, useLayoutEffect } from "react";
import { ApiError } from "#api/errors.ts";
import { ipPolicies } from "#resources/ip-policies.ts";
import { createIpRule, ipRules } from "#resources/ip-rules.ts";
import type { IpPolicyRule } from "#contract/ip-policy-rule.ts";
import type { PasteLine, PasteTarget } from "#policy-lab/paste.ts";
import { takeBack } from "#policy-lab/rule-writes.ts";
import { runEach, type Progress } from "#policy-lab/run-each.ts";
import { isLeft, keepRuns, keptRuns, restoreRun } from "./kept-runs.ts";
import {
  isNew,
  isOpen,
  isUndoable,
  RangeTaken,
  type NewLine,
  type PasteRun,
  type RunLine,
} from "./paste-run.ts";

const NO_RUN: PasteRun = {
  number: 0,
  from: "",
  at: "",
  text: "",
  to: { ip_policy_id: "", action: "allow" },
  lines: [],
  leftOut: [],
};

type Phase = "idle" | "creating" | "undoing";

/** The page of one policy may follow on that of another, which hands over the undo of its runs itself. */
let isOnPage = false;

/** A whole second or so longer than told, so that the pause is over for sure. */
const PAUSE_MS = 1000;

/**
 * Creates rules line by line, keeps what came of each, tries failed ones again, and takes back what was created: each run on
 * its own, also after a reload or on the way back to the page, by the `rules` there are then. `from`: the policy of the page;
 * empty on that of all rules. `at`: its entry of the history.
 */
export function usePasteRun(rules: readonly IpPolicyRule[], from: string, at: string) {
  const client = useQueryClient();
  // A reload and the way back go on with their runs: a visit after one that a full load ended has of it what can be undone.
  const [runs, setRuns] = useState<readonly PasteRun[]>(() =>
    keptRuns
      .getSnapshot()
      .filter((run) => run.at === at || !(run.left || isOnPage))
      .map((run) => restoreRun(run, rules))
      .filter((run) => run.at === at || run.lines.some(isUndoable)),
  );
  useLayoutEffect(() => {
    isOnPage = true;
    return () => {
      isOnPage = false;
    };
  }, []);
  // Before anybody sees it: what is shown as sent outlives a reload as sent.
  useLayoutEffect(() => keepRuns(runs, at, false), [runs, at]);
  // What came of the lines also once the page is left.
  const latest = useRef(runs);
  const change = (next: readonly PasteRun[]) => {
    setRuns((latest.current = next));
    if (isLeft(at)) keepRuns(next, at, true);
  };
  const work = useRef<Promise<void>>(null);
  const [shown, setShown] = useState(
    () => runs.findLast((run) => run.at === at && run.from === from)?.number ?? 0,
  );
  const current = runs.find(({ number }) => number === shown) ?? NO_RUN;
  const [phase, setPhase] = useState<Phase>("idle");
  const [pausedFor, setPausedFor] = useState<number | null>(null);
  const stop = useRef<AbortController>(null);
  const held = useRef<{ over: Promise<void>; end: () => void }>(null);
  const mark = (cancelled: boolean, { number }: PasteRun) =>
    change(latest.current.map((run) => (run.number === number ? { ...run, cancelled } : run)));
  const updating =
    ({ number }: PasteRun) =>
    ({ line }: RunLine, patch: Partial<RunLine>) =>
      change(
        latest.current.map((run) =>
          run.number === number
            ? { ...run, lines: run.lines.map((one) => (one.line === line ? { ...one, ...patch } : one)) }
            : run,
        ),
      );

  const run = <T extends RunLine, R>(
    next: Phase,
    some: readonly T[],
    workOn: (one: T) => Promise<R>,
    onChange: (one: T, progress: Progress<R>) => void,
  ) => {
    const controller = new AbortController();
    const { signal } = controller;
    stop.current = controller;
    setPhase(next);
    work.current = (async () => {
      await runEach(some, (one) => afterPause(() => workOn(one), signal, setPausedFor), {
        signal,
        ready: () => held.current?.over,
        onChange,
      });
      setPhase("idle");
      // Policies too: the service may have said that one is gone.
      void writesOf(client, ipPolicies).refresh();
      await writesOf(client, ipRules).refresh();
    })();
    return work.current;
  };

  const hold = useCallback((on: boolean) => {
    held.current?.end();
    let end = () => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    held.current = on ? { over, end } : null;
  }, []);

  const create = (of: PasteRun) => {
    const update = updating(of);
    const known = new Set(client.getQueryData(ipRules.query.queryKey)?.map(({ id }) => id));
    mark(false, of);
    return run(
      "creating",
      of.lines.filter(isOpen),
      ({ line }) => createLine(client, line, known),
      (one, progress) => update(one, { progress }),
    );
  };

  return {
    ...current,
    /** The other runs whose rules are still there: each can be undone on its own. */
    others: runs.filter(({ number, lines }) => number !== current.number && lines.some(isUndoable)),
    show: ({ number }: PasteRun) => setShown(number),
    phase,
    /** Seconds that the service asked it to wait (429) while it does; null otherwise. */
    pausedFor,
    /** Starts with the new lines of this plan, which was made of a text. */
    start: (plan: readonly PasteLine[], text: string, to: PasteTarget) => {
      const fresh: PasteRun = {
        number: Math.max(0, ...keptRuns.getSnapshot().map(({ number }) => number)) + 1,
        from,
        at,
        text,
        to,
        lines: plan.filter(isNew).map((line) => ({ line, progress: { state: "waiting" }, undo: null })),
        leftOut: plan.filter((line) => !isNew(line)),
      };
      change([...latest.current, fresh]);
      setShown(fresh.number);
      return create(fresh);
    },
    /** Sends no further line while it is held; what is under way is finished. */
    hold,
    /** The failed lines once more, and those that a cancel left. */
    retry: () => create(current),
    cancel: () => {
      if (phase === "creating") mark(true, current);
      stop.current?.abort();
    },
    /** Hands its runs over to a message, until the page is gone back to: answers when that is. */
    leave: () => {
      if (phase === "creating") mark(true, current);
      keepRuns(latest.current, at, true);
      const back = new AbortController();
      const stopAsking = keptRuns.subscribe(() => {
        if (isLeft(at)) return;
        stopAsking();
        back.abort();
      });
      return back.signal;
    },
    /** Cancels, and answers once the line under way is done: the runs as they are now. */
    end: async () => {
      stop.current?.abort();
      await work.current;
      return latest.current;
    },
    /** Takes back what a run created, and shows that run. */
    undo: (of: PasteRun = current) => {
      const update = updating(of);
      setShown(of.number);
      return run(
        "undoing",
        of.lines.flatMap((one) => (isUndoable(one) ? [{ ...one, made: one.progress.result }] : [])),
        ({ made }) => takeBack(client, made),
        (one, undo) => update(one, { undo }),
      );
    },
  };
}

/** Creates the rule of a line; where another one has its range by now, that is looked at. */
async function createLine(client: QueryClient, { body }: NewLine, known: ReadonlySet<string>) {
  try {
    return await createIpRule(body, known);
  } catch (error) {
    const isTaken = error instanceof ApiError && error.status === 409;
    const [id] = (isTaken && /\bipr_\w+/.exec(error.msg)) || [];
    const holder = id
      ? await writesOf(client, ipRules)
          .read(id)
          .catch(() => null)
      : null;
    throw holder ? new RangeTaken(body, holder) : error;
  }
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
