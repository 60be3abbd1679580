import { ApiError, describeError } from "#api/errors.ts";
import type { Toast } from "#ui/toast.tsx";

/** A failure as a message in the corner. `tried` is verb first: "undo the change". */
export function failureToast(error: unknown, tried: string): Toast {
  const { title, detail, hint } = describeError(error, tried);
  const said = `${title}. ${detail}`;
  const { retry } = error instanceof ApiError ? error : { retry: "no" };
  return { tone: "bad", text: retry === "unsure" || retry === "wait" ? `${said} ${hint}` : said };
}

/**
 * Does what nothing else can do any more, as an undo: a failure is said in the corner, where the same can be tried again
 * until it is done. `act` looks for itself whether it still can be, and says what came of it.
 */
export async function tryInToast(
  toast: (toast: Toast) => void,
  tried: () => string,
  act: () => Promise<unknown>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    const again = () => void tryInToast(toast, tried, act);
    toast({ ...failureToast(error, tried()), action: { label: "Try again", onSelect: again } });
  }
}
