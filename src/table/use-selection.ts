import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { extendTo, keepOnly, NOTHING, toggleAll, toggleKey } from "./selection.ts";

/** Selection of rows as a table shows and changes it. The functions stay the same. */
export type TableSelection = {
  keys: ReadonlySet<string>;
  /** How many of the rows shown are selected: all, some or none. */
  shown: "all" | "some" | "none";
  /** How many rows are both selected and shown. */
  inSight: number;
  /** `range`: everything from the row chosen last up to this one. */
  choose: (key: string, range: boolean) => void;
  chooseAll: () => void;
  /** Takes out what is selected and not shown. */
  keepShown: () => void;
  clear: () => void;
};

/** Keeps which rows are selected, across filters; `shown` are the rows in the order of the table. */
export function useSelection(shown: readonly { readonly id: string }[]): TableSelection {
  const [selection, setSelection] = useState(NOTHING);
  const latest = useRef<() => string[]>(() => []);
  useLayoutEffect(() => {
    latest.current = () => shown.map(({ id }) => id);
  }, [shown]);
  const choose = useCallback((key: string, range: boolean) => {
    setSelection((now) => (range ? extendTo(now, key, latest.current()) : toggleKey(now, key)));
  }, []);
  const chooseAll = useCallback(() => setSelection((now) => toggleAll(now, latest.current())), []);
  const keepShown = useCallback(() => setSelection((now) => keepOnly(now, latest.current())), []);
  const clear = useCallback(() => setSelection(NOTHING), []);
  const { keys } = selection;
  return useMemo(() => {
    let chosen = 0;
    for (const { id } of keys.size === 0 ? [] : shown) if (keys.has(id)) chosen += 1;
    const how = chosen === 0 ? "none" : chosen === shown.length ? "all" : "some";
    return { keys, shown: how, inSight: chosen, choose, chooseAll, keepShown, clear };
  }, [keys, shown, choose, chooseAll, keepShown, clear]);
}
