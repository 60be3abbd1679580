import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FilterFault, Ran, RunRequest, Source, Tally, ToBench } from "./bench/messages.ts";
import { type OpenBench, openBench } from "./bench/open-bench.ts";

type State = {
  /** What each source has; absent while it is read, and before. */
  tallies: Partial<Record<Source, Tally | undefined>>;
  /** What the last filter that ran came to. */
  ran: Ran | null;
  /** What is wrong with the filter that was sent last; null where nothing is. */
  fault: FilterFault | null;
  /** Why nothing can be run. */
  broke: string | null;
  /** The run that was answered last. */
  answered: number;
};

export type Bench = State & {
  run: (request: Omit<RunRequest, "run">) => void;
  /** Reads events in place of those that the source has. */
  load: (source: Source, kind: string, given: readonly (string | Blob)[]) => void;
};

/** What was sent; `newest` = the last load of each source. */
type Counts = { run: number; load: number; newest: Partial<Record<Source, number>> };

const NOTHING: State = { tallies: {}, ran: null, fault: null, broke: null, answered: 0 };

/** A workbench of this part of the page, in a worker that ends with it. */
export function useBench(): Bench {
  const [state, setState] = useState(NOTHING);
  const bench = useRef<OpenBench | null>(null);
  const counts = useRef<Counts>({ run: 0, load: 0, newest: {} });
  const send = useCallback((message: ToBench) => {
    bench.current ??= openBench((said) => {
      const { run, newest } = counts.current;
      if (said.type === "broke") setState((was) => ({ ...was, broke: said.message }));
      else if (said.type === "loaded") {
        if (newest[said.source] === said.load)
          setState((was) => ({ ...was, tallies: { ...was.tallies, [said.source]: said.tally } }));
      } else if (said.run === run) {
        const { type, ...rest } = said;
        if (type === "ran")
          setState((was) => ({ ...was, ran: rest as Ran, fault: null, broke: null, answered: run }));
        else setState((was) => ({ ...was, fault: said.fault, answered: run }));
      }
    });
    bench.current.send(message);
  }, []);
  useEffect(
    () => () => {
      bench.current?.close();
      bench.current = null;
    },
    [],
  );
  const run = useCallback(
    (request: Omit<RunRequest, "run">) => {
      counts.current.run += 1;
      send({ type: "run", ...request, run: counts.current.run });
    },
    [send],
  );
  const load = useCallback(
    (source: Source, kind: string, given: readonly (string | Blob)[]) => {
      setState((was) => ({ ...was, tallies: { ...was.tallies, [source]: undefined } }));
      send({ type: "clear", source });
      // A source without any is read too, and has none then.
      for (const one of given.length > 0 ? given : [""]) {
        counts.current.load += 1;
        counts.current.newest[source] = counts.current.load;
        send({ type: "load", load: counts.current.load, source, kind, given: one });
      }
    },
    [send],
  );
  return useMemo(() => ({ ...state, run, load }), [state, run, load]);
}
