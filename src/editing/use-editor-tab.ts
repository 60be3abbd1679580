import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { focusFirstFault } from "#forms/form-internals.ts";
import type { CheckedForm } from "./use-checked-form.ts";

const TABS = ["form", "json", "diff"] as const;

/**
 * The tab of the editor, in the URL as `?tab=`. A save that is refused at fields goes to the form, where they are, and to
 * the first of them; the JSON tab lists them itself.
 */
export function useEditorTab({ form, errors, problem }: Pick<CheckedForm, "form" | "errors" | "problem">) {
  const [params, setParams] = useSearchParams();
  const tab = TABS.find((one) => one === params.get("tab")) ?? "form";
  const pick = (next: string) => {
    const changed = new URLSearchParams(params);
    if (next === "form") changed.delete("tab");
    else changed.set("tab", next);
    setParams(changed, { replace: true });
  };
  const awaited = useRef(false);
  const { submitCount } = form.formState;
  const first = Object.keys(errors).find((name) => name !== "root");
  useEffect(() => {
    if (tab !== "diff" || first === undefined) return;
    awaited.current = true;
    pick("form");
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked after each save, not whenever the tab or an error changes
  }, [submitCount, problem]);
  useEffect(() => {
    if (tab !== "form" || !awaited.current || first === undefined) return;
    awaited.current = false;
    focusFirstFault(form);
  }, [tab, first, form]);
  return { tab, pick };
}
