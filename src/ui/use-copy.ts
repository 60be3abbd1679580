import { useEffect, useRef, useState } from "react";

export type CopyState = "idle" | "copied" | "failed";

/** Puts a text on the clipboard; rejects when the browser refuses. */
export async function writeText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Browsers offer no clipboard on plain http outside localhost; selecting a field still works there.
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "fixed opacity-0";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("copy refused");
}

/** Copies a text and says for two seconds what came of it; `onCopied` is told each time it is on the clipboard. */
export function useCopy(onCopied?: () => void): { state: CopyState; copy: (text: string) => void } {
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
    writeText(text).then(copied, () => show("failed"));
  };
  return { state, copy };
}
