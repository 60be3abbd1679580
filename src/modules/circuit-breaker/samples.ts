import { capital, formatCount } from "#ui/format.ts";
import type { BreakerSettings } from "#contract/modules/breaker-window.ts";
import type { Sample } from "./simulation.ts";

/** The longest timeline, in seconds, and the most requests in one of them: half a million requests in all. */
export const TIMELINE_MAX = 1800;
export const RATE_MAX = 250;

/** What each pattern shows, in one sentence, in the order they are offered. */
export const PATTERNS = {
  outage: "The app fails every request for half of the time, then recovers.",
  "slow burn": "Failures rise from none to all, then fall again.",
  blip: "Every request fails for 2 seconds, once.",
  quiet: "One request every 5 seconds, and each one fails.",
  own: "One line per second: requests, then failures. “20 3 x10” repeats a line for 10 seconds.",
} as const;

export type Pattern = keyof typeof PATTERNS;

/** The patterns by their names: "Slow burn". */
export const PATTERN_OPTIONS = (Object.keys(PATTERNS) as Pattern[]).map((value) => ({
  value,
  label: capital(value),
}));

/** Long enough to see a window fill, a trip and three probes, in seconds. */
function lengthFor({ rolling_window, tripped_duration }: BreakerSettings): number {
  return Math.min(TIMELINE_MAX, Math.max(60, 3 * rolling_window + 5 * tripped_duration));
}

/** The seconds of a pattern at `rate` requests a second, as long as the settings need to show what they do. */
export function samplesOf(
  pattern: Exclude<Pattern, "own">,
  settings: BreakerSettings,
  rate: number,
): Sample[] {
  const length = lengthFor(settings);
  return Array.from({ length }, (_, second) =>
    pattern === "quiet" ? quiet(second) : { requests: rate, errors: failing(pattern, rate, second, length) },
  );
}

const quiet = (second: number): Sample =>
  second % 5 === 0 ? { requests: 1, errors: 1 } : { requests: 0, errors: 0 };

function failing(
  pattern: "outage" | "slow burn" | "blip",
  rate: number,
  second: number,
  length: number,
): number {
  const passed = second / length;
  if (pattern === "outage") return passed >= 0.2 && passed < 0.7 ? rate : 0;
  if (pattern === "blip") return second >= 20 && second < 22 ? rate : 0;
  return Math.round(rate * (1 - Math.abs(2 * passed - 1)));
}

const LINE = /^(\d{1,9})(?:[\s,;/]+(\d{1,9}))?(?:\s*[x×*]\s*(\d{1,9}))?$/i;

/** Reads samples that were typed, a line a second, or says which line is wrong and what to write. */
export function readSamples(text: string): { samples: Sample[] } | { problem: string } {
  const samples: Sample[] = [];
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line === "") continue;
    const where = `Line ${index + 1}`;
    const [, total, failed = "0", times = "1"] = LINE.exec(line) ?? [];
    if (total === undefined) return { problem: `${where}: enter requests and errors. Example: 20 3` };
    const [requests, errors, count] = [total, failed, times].map(Number) as [number, number, number];
    if (requests > RATE_MAX) return { problem: `${where}: up to ${RATE_MAX} requests per second.` };
    if (errors > requests) return { problem: `${where}: more errors than requests.` };
    if (count < 1 || samples.length + count > TIMELINE_MAX) {
      return { problem: `${where}: up to ${formatCount(TIMELINE_MAX)} seconds in total.` };
    }
    samples.push(...Array.from({ length: count }, () => ({ requests, errors })));
  }
  return samples.length === 0 ? { problem: "Enter at least one line. Example: 20 3" } : { samples };
}
