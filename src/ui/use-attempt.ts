import { useState } from "react";

/** Something that is tried: whether it is under way, and what it rejected with the last time; null when it did not. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const attempt = async (run: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await run();
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, attempt };
}
