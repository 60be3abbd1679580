import { useEffect, useEffectEvent, useRef } from "react";
import type { ModuleValue } from "#resources/modules.ts";
import type { CheckedForm } from "#editing/use-checked-form.ts";

/** What a draft follows: a module that came while nothing was typed, and once that it was `chosen` to go on, though it is set and off. */
export function useFollow(editor: CheckedForm, latest: ModuleValue, chosen: boolean): void {
  const appeared = editor.base === null && latest !== null && !editor.edited;
  const adopt = useEffectEvent(() => editor.takeTheirs(latest));
  // An undo on another page may have set it while nothing was typed here.
  useEffect(() => void (appeared && adopt()), [appeared]);
  const followed = useRef(false);
  const turnOn = useEffectEvent(() => editor.form.setValue("enabled", true, { shouldDirty: true }));
  useEffect(() => {
    // An undo of the save leaves it off.
    if (chosen && !followed.current) turnOn();
    followed.current ||= chosen;
  }, [chosen]);
}
