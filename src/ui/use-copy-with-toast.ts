import { useCallback } from "react";
import { useToast } from "./toast.tsx";
import { writeText } from "./use-copy.ts";

/** Copies a text and says in a toast what came of it; `said` follows "Copied", where the text is too long for it. */
export function copyWithToast(text: string, toast: ReturnType<typeof useToast>, said = text): void {
  writeText(text).then(
    () => toast({ tone: "ok", text: `Copied ${said}` }),
    () => toast({ tone: "bad", text: "Copy failed. Allow the clipboard for this page, then try again." }),
  );
}

/** {@link copyWithToast}; always the same function. */
export function useCopyWithToast(): (text: string, said?: string) => void {
  const toast = useToast();
  return useCallback((text: string, said?: string) => copyWithToast(text, toast, said), [toast]);
}
