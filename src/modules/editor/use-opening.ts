import { useRef, useState } from "react";
import { isOn } from "#contract/modules/closed-by.ts";
import type { ModuleValue } from "#resources/modules.ts";
import type { JsonObject } from "#forms/json.ts";
import type { LintTarget } from "../lint/facts.ts";
import { isLockoutKnown, lossBySave } from "../lint/guards.ts";
import { useOnceKnown } from "./use-once-known.ts";

/** A save that may open or close an address: of what is stored, and into what. */
export type Opening = {
  was: ModuleValue;
  is: JsonObject;
  save: () => void;
  /** What it does could not be read. */
  unchecked?: boolean;
};

/** Asks before a save of a module of `target` opens or closes its address, whichever way it is saved. `base` = what is stored. */
export function useOpening(target: LintTarget | undefined, kind: string, base: ModuleValue) {
  const [opening, setOpening] = useState<Opening | null>(null);
  const asked = useRef<Opening>(null);
  const lossBy = ({ was, is }: Pick<Opening, "was"> & { is: ModuleValue }) =>
    lossBySave(target, kind, was, is);
  const known = isLockoutKnown(target, kind);
  const ask = () => {
    const one = asked.current;
    if (!one) return;
    // What is off locks nobody out.
    const unchecked = !known && isOn(one.is);
    if (unchecked || lossBy(one)) setOpening({ ...one, unchecked });
    else one.save();
  };
  const { waiting, start } = useOnceKnown(known, ask);
  return {
    /** What is asked about now. */
    opening,
    /** A save waits for what its question needs. */
    waiting,
    close: () => setOpening(null),
    /** What is lost by it, else by a removal. */
    loss: lossBy(opening ?? { was: base, is: null }),
    /** Saves `is` in place of `was`, once it was asked about. */
    saveAsked: (is: JsonObject, save: () => void, was = base) => {
      asked.current = { was, is, save };
      if (isOn(is)) start();
      else ask();
    },
  };
}
