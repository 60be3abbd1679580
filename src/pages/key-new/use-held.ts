import { useEffect } from "react";
import { useBlocker } from "react-router-dom";

/** Refuses every way out while `isHeld` says so at that moment, reload and close by asking; true once one was refused. */
export function useHeld(isHeld: () => boolean): boolean {
  const blocker = useBlocker(isHeld);
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (isHeld()) event.preventDefault();
    };
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [isHeld]);
  return blocker.state === "blocked";
}
