import { useEffect, useRef, useState } from "react";
import { giveFocus } from "./give-focus.ts";

export type CopyState = "idle" | "copied" | "failed";

/** Puts a text on the clipboard; rejects when the browser refuses. */
export async function writeText(text: string): Promise<void> {
  try {
    return await navigator.clipboard.writeText(text);
  } catch (refused) {
    // It refused, or has no clipboard, as on plain http outside localhost: what is selected may still be copied.
    if (!copySelected(text)) throw refused;
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "fixed opacity-0";
  // A dialog takes the focus back from what is outside it.
  (before?.closest("[role=dialog]") ?? document.body).append(field);
  field.focus();
  field.select();
  try {
    return document.execCommand("copy");
  } finally {
    field.remove();
    giveFocus(before);
  }
}

/** Copies a text and says for two seconds what came of it, which `onCopied` and `onFailed` are told each time. */
export function useCopy(
  onCopied?: () => void,
  onFailed?: () => void,
): { state: CopyState; copy: (text: string) => void } {
  const [state, setState] = useState<CopyState>("idle");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (next: CopyState) => {
    setState(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState("idle"), 2000);
  };
  const copy = (text: string) => {
    const copied = () => {
      show("copied");
      onCopied?.();
    };
    writeText(text).then(copied, () => {
      show("failed");
      onFailed?.();
    });
  };
  return { state, copy };
}
