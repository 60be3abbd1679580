import { describeError } from "#api/errors.ts";
import type { Toast } from "#ui/toast.tsx";

/** A failure as a message in the corner. `tried` is verb first: "undo the change". */
export function failureToast(error: unknown, tried: string): Toast {
  const { title, detail } = describeError(error, tried);
  return { tone: "bad", text: `${title}. ${detail}` };
}
