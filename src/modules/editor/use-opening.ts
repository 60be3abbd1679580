import { useState } from "react";
import type { ModuleValue } from "#resources/modules.ts";
import type { JsonObject } from "#forms/json.ts";
import type { LintTarget } from "../lint/facts.ts";
import { lossBySave } from "../lint/guards.ts";

/** A save that may open or close an address: of what is stored, and into what. */
type Opening = { was: ModuleValue; is: JsonObject; save: () => void };

/** Asks before a save of a module of `target` opens or closes its address, whichever way it is saved. `base` = what is stored. */
export function useOpening(target: LintTarget | undefined, kind: string, base: ModuleValue) {
  const [opening, setOpening] = useState<Opening | null>(null);
  const lossBy = ({ was, is }: Pick<Opening, "was"> & { is: ModuleValue }) =>
    lossBySave(target, kind, was, is);
  return {
    /** What is asked about now. */
    opening,
    close: () => setOpening(null),
    /** What is lost by it, else by a removal. */
    loss: lossBy(opening ?? { was: base, is: null }),
    /** Saves `is` in place of `was`, once it was asked about. */
    saveAsked: (is: JsonObject, save: () => void, was = base) => {
      const one = { was, is, save };
      if (lossBy(one)) setOpening(one);
      else save();
    },
  };
}
