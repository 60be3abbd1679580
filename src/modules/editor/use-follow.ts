import { useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { jsonText, sameJson } from "#forms/json.ts";
import { INSTEAD_OF } from "../lint/guards.ts";
import type { ModuleValue } from "#resources/modules.ts";
import type { CheckedForm } from "#editing/use-checked-form.ts";
import type { Start } from "./shared-with.ts";

/**
 * What a draft in which nothing was typed follows: a module that came or changed, and once that it was `chosen` to go on, though it
 * is set and off. What it copied from the module that it replaces follows that field by field, also where others were typed into.
 */
export function useFollow(editor: CheckedForm, latest: ModuleValue, chosen: boolean, start: Start): void {
  const { edited, text, base } = editor;
  const restart = useEffectEvent(() => editor.startFrom(start.restart().defaults));
  // What was copied from another module follows it, but for what a save is sending.
  const isStale = base === null && editor.state !== "saving" && !sameJson(start.fresh, start.shared);
  useEffect(() => {
    if (isStale) restart();
  }, [isStale]);
  const adopt = useEffectEvent((answer: string) => {
    if (edited || text !== null || latest === null || answer === jsonText(base)) return;
    editor.takeTheirs(latest);
  });
  // An undo on another page may have set it, or somebody else: there is nothing to protect. What was removed is told instead.
  const answer = jsonText(latest);
  useEffect(() => adopt(answer), [answer]);
  const followed = useRef(false);
  const turnOn = useEffectEvent(() => editor.form.setValue("enabled", true, { shouldDirty: true }));
  const [, setQuery] = useSearchParams();
  const isOver = useEffectEvent(() =>
    setQuery((query) => new URLSearchParams([...query].filter(([name]) => name !== INSTEAD_OF)), {
      replace: true,
      preventScrollReset: true,
    }),
  );
  useEffect(() => {
    // An undo of the save leaves it off, and offers nothing again.
    if (chosen && !followed.current) turnOn();
    if (!chosen && followed.current) isOver();
    followed.current ||= chosen;
  }, [chosen]);
}
