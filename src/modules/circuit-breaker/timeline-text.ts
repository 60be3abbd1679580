import { formatCount, formatDuration } from "#ui/format.ts";
import type { BreakerSettings, Second, Simulation, Turn } from "./simulation.ts";
import { percent } from "./units.ts";

/** Seconds put together as one bar of the chart or one row of the table. */
export type Slice = Second & { from: number; to: number };

/** The seconds in at most `most` slices of one length, the last one maybe shorter. */
export function slicesOf(seconds: readonly Second[], most: number): Slice[] {
  const size = Math.max(1, Math.ceil(seconds.length / most));
  return Array.from({ length: Math.ceil(seconds.length / size) }, (_, index) => {
    const from = index * size;
    const part = seconds.slice(from, from + size);
    const sum = (of: (second: Second) => number) => part.reduce((total, second) => total + of(second), 0);
    return {
      from,
      to: from + part.length,
      reached: sum(({ reached }) => reached),
      errors: sum(({ errors }) => errors),
      blocked: sum(({ blocked }) => blocked),
      open: part.some(({ open }) => open),
    };
  });
}

/** "14.75 s", "2 min 5 s": a time on the timeline. */
export function timeWords(at: number): string {
  return formatDuration(at < 60 ? Number(at.toFixed(2)) : Math.round(at));
}

/** What happens at a turn. */
export function turnWords(turn: Turn, { tripped_duration }: BreakerSettings): string {
  if (turn.kind === "closes") return "Lets a probe through. It works: the breaker closes and counts anew.";
  const again = `${formatDuration(tripped_duration)} of 503 follow.`;
  if (turn.kind === "stays open") return `Lets a probe through. It fails: ${again}`;
  const share = percent(Number((turn.errors / turn.requests).toFixed(3)));
  return `Trips: ${formatCount(turn.errors)} of ${formatCount(turn.requests)} requests in the window failed, ${share}. ${again}`;
}

/** When it would trip and what that is worth, or why it would not. */
export function outcomeWords(
  { seconds, turns, fullest, worst }: Simulation,
  settings: BreakerSettings,
): string {
  const sum = (of: (second: Second) => number) => seconds.reduce((total, second) => total + of(second), 0);
  const [errors, blocked] = [sum((second) => second.errors), sum((second) => second.blocked)];
  const trips = turns.filter(({ kind }) => kind === "trips").length;
  const [first] = turns;
  if (first) {
    const times = trips === 1 ? "Trips" : `Trips ${trips} times, first`;
    const came = `${formatCount(errors)} failed and ${formatCount(blocked)} were answered 503`;
    return `${times} after ${timeWords(first.at)}. Of ${formatCount(sum((second) => second.reached) + blocked)} requests ${came}.`;
  }
  if (fullest < settings.volume_threshold) {
    return `Never trips: a window holds at most ${formatCount(fullest)} of the ${formatCount(settings.volume_threshold)} requests that it takes.`;
  }
  const threshold = percent(settings.error_threshold_percentage);
  if (!worst) return "Never trips: nothing fails.";
  const share = percent(Number((worst.errors / worst.requests).toFixed(3)));
  return `Never trips: at worst ${formatCount(worst.errors)} of ${formatCount(worst.requests)} requests in a window fail, ${share}; it takes ${threshold}.`;
}
