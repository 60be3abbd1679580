import { lazy, Suspense, useEffect } from "react";
import { useBlocker } from "react-router-dom";

const LeaveDialog = lazy(async () => {
  const { LeaveDialog } = await import("./leave-dialog.tsx");
  return { default: LeaveDialog };
});

/**
 * Asks before unsaved changes are lost: on every way out inside the console by a dialog, on reload and close by the
 * browser. `isDirty` is asked at that moment. A change of the query alone stays on the page and asks nothing.
 */
export function UnsavedGuard({ isDirty, what }: { isDirty: () => boolean; what: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty(),
  );
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [isDirty]);
  if (blocker.state !== "blocked") return null;
  return (
    <Suspense>
      <LeaveDialog what={what} onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} />
    </Suspense>
  );
}
