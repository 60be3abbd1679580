import { formatDuration } from "./duration.ts";
import { formatCount } from "./format.ts";

const SIZES: [label: string, bytes: number][] = [
  ["GB", 1e9],
  ["MB", 1e6],
  ["kB", 1e3],
];

/** A number of bytes with three digits at most: 512 → "512 B", 1500 → "1.5 kB", 2_000_000 → "2 MB". */
export function formatBytes(bytes: number): string {
  const [label, size] = SIZES.find(([, size]) => bytes >= size * 0.9995) ?? ["B", 1];
  return `${short(bytes / size)} ${label}`;
}

/** A time in milliseconds with three digits at most: 0.42 → "0.42 ms", 43.2 → "43.2 ms", 1250 → "1.25 s", 90_000 → "1 min 30 s". */
export function formatMs(ms: number): string {
  if (ms < 999.5) return `${short(ms)} ms`;
  return ms < 59_950 ? `${short(ms / 1000)} s` : formatDuration(Math.round(ms / 1000));
}

function short(value: number): string {
  if (value >= 999.5) return formatCount(Math.round(value));
  const digits = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return String(Number(value.toFixed(digits)));
}
