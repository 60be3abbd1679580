import { ErrorNote } from "#components/error-note.tsx";
import { Button } from "#ui/button.tsx";
import { useAttempt } from "#ui/use-attempt.ts";
import { isBefore } from "./id-time.ts";

type Props = {
  /** Those before this event are not searched yet. */
  next: string;
  /** The time from which on requests are asked for; empty for all. */
  since: string;
  label: string;
  onLoad: (isEnd: (id: string) => boolean) => Promise<void>;
};

/** The way to what came before the last row, where any of it can be asked for. */
export function Older({ next, since, label, onLoad }: Props) {
  const { busy, error, attempt } = useAttempt();
  const isEnd = (id: string) => isBefore(id, since);
  if (isEnd(next)) return null;
  return (
    <div className="grid justify-items-start gap-2">
      {error === null ? null : <ErrorNote error={error} tried="load older requests" />}
      <Button busy={busy} onClick={() => void attempt(() => onLoad(isEnd))}>
        {label}
      </Button>
    </div>
  );
}
