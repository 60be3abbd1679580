import { useEffect, useEffectEvent, useRef } from "react";
import { jsonText } from "#forms/json.ts";
import type { ModuleValue } from "#resources/modules.ts";
import type { CheckedForm } from "#editing/use-checked-form.ts";

/**
 * What a draft in which nothing was typed follows: a module that came or changed, and once that it was `chosen` to go on, though it
 * is set and off.
 */
export function useFollow(editor: CheckedForm, latest: ModuleValue, chosen: boolean): void {
  const { edited, text, base } = editor;
  const adopt = useEffectEvent((answer: string) => {
    if (edited || text !== null || latest === null || answer === jsonText(base)) return;
    editor.takeTheirs(latest);
  });
  // An undo on another page may have set it, or somebody else: there is nothing to protect. What was removed is told instead.
  const answer = jsonText(latest);
  useEffect(() => adopt(answer), [answer]);
  const followed = useRef(false);
  const turnOn = useEffectEvent(() => editor.form.setValue("enabled", true, { shouldDirty: true }));
  useEffect(() => {
    // An undo of the save leaves it off.
    if (chosen && !followed.current) turnOn();
    followed.current ||= chosen;
  }, [chosen]);
}
