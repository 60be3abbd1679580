import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorNote } from "#components/error-note.tsx";
import type { TrafficCapture } from "#contract/traffic/traffic-capture.ts";
import { trafficCaptures } from "#resources/traffic-captures.ts";
import { writesOf } from "#resources/writes.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { useAttempt } from "#ui/use-attempt.ts";
import { timeLeft } from "./use-captures.ts";

/** What is kept of a request whose bodies are. */
export const WHAT_IS_KEPT = "Up to 256 KiB each. Secrets in headers are redacted.";

type Props = {
  /** Those of one endpoint or route, or of both that a request passed. */
  captures: readonly TrafficCapture[];
  now: number;
  /** Whose bodies, where the page does not say it. */
  name?: ReactNode;
};

/** Says that bodies are kept, and how long still; ends it. */
export function CaptureNote({ captures, now, name }: Props) {
  const writes = writesOf(useQueryClient(), trafficCaptures);
  const { busy, error, attempt } = useAttempt();
  const last = captures.reduce((one, other) =>
    Date.parse(other.expires_at) > Date.parse(one.expires_at) ? other : one,
  );
  const stop = () => attempt(() => Promise.all(captures.map(({ id }) => writes.remove(id))));
  return (
    <>
      <Note
        tone="warn"
        actions={
          <Button size="sm" icon="stop" busy={busy} onClick={() => void stop()}>
            Stop keeping bodies
          </Button>
        }
      >
        <strong>Keeping bodies</strong>
        {name ? <> of {name}</> : null} · {/* Not read out each time it changes. */}
        <span aria-live="off" className="whitespace-nowrap">
          {timeLeft(last, now)} left
        </span>
        <p className="text-xs text-content-muted">{WHAT_IS_KEPT}</p>
      </Note>
      {error === null ? null : <ErrorNote error={error} tried="stop keeping bodies" />}
    </>
  );
}
