import { ErrorNote } from "#components/error-note.tsx";
import { Button } from "#ui/button.tsx";
import { useAttempt } from "#ui/use-attempt.ts";

/** The way to what came before the last row. */
export function Older({ onLoad, label = "Load older" }: { onLoad: () => Promise<void>; label?: string }) {
  const { busy, error, attempt } = useAttempt();
  return (
    <div className="grid justify-items-start gap-2">
      {error === null ? null : <ErrorNote error={error} tried="load older requests" />}
      <Button busy={busy} onClick={() => void attempt(onLoad)}>
        {label}
      </Button>
    </div>
  );
}
