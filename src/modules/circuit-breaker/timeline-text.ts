import { formatDuration } from "#ui/duration.ts";
import { counted, formatCount } from "#ui/format.ts";
import type { BreakerSettings } from "#contract/modules/breaker-window.ts";
import type { Second, Simulation, Transition } from "./simulation.ts";
import { percent } from "./units.ts";

/** Seconds put together as one bar of the chart or one row of the table: what became of their requests. */
export type Slice = { from: number; to: number; open: boolean } & Record<
  "worked" | "failed" | "blocked",
  number
>;

/** The seconds in at most `most` slices of one length, the last one maybe shorter. */
export function slicesOf(seconds: readonly Second[], most: number): Slice[] {
  const size = Math.max(1, Math.ceil(seconds.length / most));
  return Array.from({ length: Math.ceil(seconds.length / size) }, (_, index) => {
    const from = index * size;
    const part = seconds.slice(from, from + size);
    const { reached, failed, blocked } = totals(part);
    const open = part.some((second) => second.open);
    return { from, to: from + part.length, worked: reached - failed, failed, blocked, open };
  });
}

function totals(seconds: readonly Second[]) {
  const sum = (of: "reached" | "errors" | "blocked") => seconds.reduce((total, one) => total + one[of], 0);
  return { reached: sum("reached"), failed: sum("errors"), blocked: sum("blocked") };
}

/** "14.75 s", "2 min 5 s": a time on the timeline. */
export function formatTime(at: number): string {
  return formatDuration(at < 60 ? Number(at.toFixed(2)) : Math.round(at));
}

/** What happens at a transition. */
export function describeTransition(transition: Transition, { tripped_duration }: BreakerSettings): string {
  if (transition.kind === "closes") return "A test request succeeds. The breaker closes.";
  const again = `Requests are blocked for ${formatDuration(tripped_duration)}.`;
  if (transition.kind === "stays open") return `A test request fails. ${again}`;
  const share = percent(Number((transition.errors / transition.requests).toFixed(3)));
  return `Trips: ${formatCount(transition.errors)} of ${counted(transition.requests, "request")} failed, ${share}. ${again}`;
}

/** When it would trip and what that is worth, or why it would not. */
export function describeOutcome(
  { seconds, transitions, fullest, worst }: Simulation,
  settings: BreakerSettings,
): string {
  const { reached, failed, blocked } = totals(seconds);
  const trips = transitions.filter(({ kind }) => kind === "trips").length;
  const [first] = transitions;
  if (first) {
    const times = trips === 1 ? "Trips" : `Trips ${trips} times, first`;
    const came = `${formatCount(failed)} failed and ${formatCount(blocked)} were blocked`;
    return `${times} after ${formatTime(first.at)}. Of ${counted(reached + blocked, "request")}, ${came}.`;
  }
  if (fullest < settings.volume_threshold) {
    return `Never trips. The window has up to ${counted(fullest, "request")}, and the volume threshold is ${formatCount(settings.volume_threshold)}.`;
  }
  const threshold = percent(settings.error_threshold_percentage);
  if (!worst) return "Never trips. No request fails.";
  const share = percent(Number((worst.errors / worst.requests).toFixed(3)));
  return `Never trips. Up to ${share} of requests fail (${formatCount(worst.errors)} of ${formatCount(worst.requests)}), and the threshold is ${threshold}.`;
}
