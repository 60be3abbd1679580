import { useEffect, useState } from "react";
import { signedIn } from "./signed-in.ts";

/** Something that is tried: whether it is under way, and what it rejected with the last time; null when it did not, or another key has signed in. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => signedIn.subscribe(() => setError(null)), []);
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
