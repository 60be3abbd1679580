import { useCallback } from "react";
import { useToast } from "./toast.tsx";
import { writeText } from "./use-copy.ts";

/** Copies a text and says in a toast what came of it. */
export function copyWithToast(text: string, toast: ReturnType<typeof useToast>): void {
  writeText(text).then(
    () => toast({ tone: "ok", text: `Copied ${text}` }),
    () => toast({ tone: "bad", text: "Copy failed" }),
  );
}

/** {@link copyWithToast}; always the same function. */
export function useCopyWithToast(): (text: string) => void {
  const toast = useToast();
  return useCallback((text: string) => copyWithToast(text, toast), [toast]);
}
