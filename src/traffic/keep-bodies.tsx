import { useQueryClient } from "@tanstack/react-query";
import { ErrorNote } from "#components/error-note.tsx";
import { kindOf } from "#resources/ref-target.ts";
import { trafficCaptures } from "#resources/traffic-captures.ts";
import { writesOf } from "#resources/writes.ts";
import { Button } from "#ui/button.tsx";
import { formatDuration } from "#ui/duration.ts";
import { useAttempt } from "#ui/use-attempt.ts";
import { CaptureNote, WHAT_IS_KEPT } from "./capture-note.tsx";
import { useCaptures } from "./use-captures.ts";

const SECONDS = [600, 1_800, 3_600];

/**
 * Has bodies kept of the first of these, an endpoint or route, and says while they are of any. Nothing where the service
 * can't, and where there is none.
 */
export function KeepBodies({ of }: { of: readonly string[] }) {
  const captures = useCaptures();
  const writes = writesOf(useQueryClient(), trafficCaptures);
  const { busy, error, attempt } = useAttempt();
  const [target_id] = of;
  if (!captures || target_id === undefined) return null;
  const running = captures.running.filter((one) => of.includes(one.target_id));
  const keep = (seconds: number) =>
    attempt(async () => {
      await writes.create({ target_id, seconds });
      await writes.refresh();
    });
  return (
    // What was pressed goes: the focus stays here.
    <section aria-label="Bodies" tabIndex={-1} className="grid gap-2">
      {running.length > 0 ? (
        <CaptureNote captures={running} now={captures.now} />
      ) : (
        <div className="flex flex-wrap items-center gap-2 text-xs text-content-muted">
          <p className="min-w-0 flex-1 basis-60">
            Keep bodies of new requests to this {kindOf(target_id) === "route" ? "route" : "endpoint"}.{" "}
            {WHAT_IS_KEPT}
          </p>
          <div className="flex flex-wrap gap-2">
            {SECONDS.map((seconds) => (
              <Button key={seconds} size="sm" busy={busy} onClick={() => void keep(seconds)}>
                Keep for {formatDuration(seconds)}
              </Button>
            ))}
          </div>
        </div>
      )}
      {error === null ? null : <ErrorNote error={error} tried="keep bodies" />}
    </section>
  );
}
