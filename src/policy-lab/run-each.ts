/** How far one piece of a longer work is. */
export type Progress<R> =
  | { state: "waiting" }
  | { state: "running" }
  | { state: "done"; result: R }
  | { state: "failed"; error: unknown };

/**
 * Does one piece after the other; a failure is kept and the next piece goes on. After `signal` is aborted the piece under way is
 * finished, since it may have happened already, and the rest stays waiting. Each piece waits for `ready`. Never rejects.
 */
export async function runEach<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  {
    signal,
    ready,
    onChange,
  }: {
    signal: AbortSignal;
    ready?: () => Promise<void> | undefined;
    onChange: (item: T, progress: Progress<R>) => void;
  },
): Promise<void> {
  for (const item of items) {
    await ready?.();
    if (signal.aborted) return;
    onChange(item, { state: "running" });
    try {
      onChange(item, { state: "done", result: await work(item) });
    } catch (error) {
      onChange(item, { state: "failed", error });
    }
  }
}
