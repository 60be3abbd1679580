import { UNITS } from "./format.ts";

/** A length in words, exact to the second: 43200 → "12 h", 90061 → "1 d 1 h 1 min 1 s", 0.5 → "0.5 s". */
export function formatDuration(seconds: number): string {
  if (!Number.isFinite(seconds)) return "unknown";
  if (seconds < 0) return `-${formatDuration(-seconds)}`;
  const whole = Math.floor(seconds);
  if (whole < 60) return `${Number(seconds.toFixed(3))} s`;
  let rest = whole;
  const parts: string[] = [];
  for (const [label, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${label}`);
  }
  return parts.join(" ");
}
