import { useEffect, useState, type RefObject } from "react";
import type { onRowKey as OnRowKey, RowKeys } from "./on-row-key.ts";

const rowOf = (element: Element | null) => element?.closest<HTMLElement>("[data-key]") ?? null;

let onRowKey: typeof OnRowKey | null = null;
const MOVES = /^( |Arrow|Page|Home|End)/;

/** Keys that wait for their code: each import may be answered at its own time, so the first that is does them all. */
const pressed: (() => void)[] = [];

/** Loads what a key does, once a row has the focus. */
async function loadKeys(): Promise<void> {
  try {
    onRowKey ??= (await import("./on-row-key.ts")).onRowKey;
  } catch {
    // The next key tries again.
  }
  for (const act of pressed.splice(0)) act();
}

/**
 * Keys on the rows of a table: arrow up and down, Page up and down, Home and End move between rows; Space selects, Shift
 * with a move selects on the way; arrow right opens the row beside the table. Answers the key of the row with the focus.
 */
export function useRowKeys(table: RefObject<HTMLElement | null>, keys: RowKeys): string | null {
  const [focused, setFocused] = useState<string | null>(null);
  useEffect(() => {
    const body = table.current;
    if (!body) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (onRowKey) return onRowKey(body, event, keys, target);
      // Those that came before its code act one after the other, each where the one before led to; none scrolls the page.
      if (target instanceof HTMLAnchorElement && MOVES.test(key)) event.preventDefault();
      pressed.push(() =>
        onRowKey?.(
          body,
          event,
          keys,
          body.contains(document.activeElement) ? document.activeElement : target,
        ),
      );
      return void loadKeys();
    };
    body.addEventListener("keydown", onKeyDown);
    return () => body.removeEventListener("keydown", onKeyDown);
  });
  useEffect(() => {
    const body = table.current;
    if (!body) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const keyOf = (target: EventTarget | null) =>
      target instanceof Element && body.contains(target) ? (rowOf(target)?.dataset["key"] ?? null) : null;
    const onFocusIn = ({ target }: FocusEvent) => {
      void loadKeys();
      setFocused(keyOf(target));
    };
    body.addEventListener("focusin", onFocusIn, { signal });
    body.addEventListener("focusout", (event) => setFocused(keyOf(event.relatedTarget)), { signal });
    return () => stop.abort();
  }, [table]);
  return focused;
}
