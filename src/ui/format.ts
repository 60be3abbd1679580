/** Units of time, the largest first. */
export const UNITS: [label: string, seconds: number][] = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
];

/** Months and years are those of the calendar on average; months begin at two: "45 d", "11 mo", "1 y 3 mo", "2 y". */
const AGES: typeof UNITS = [["y", 31_556_952], ["mo", 2_629_746], ...UNITS];

/** A length in a unit that people would choose: 200 → "3 min", 2_300_000 → "26 d", 35_000_000 → "1 y 1 mo". Never negative. */
export function formatAge(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [label, size] = AGES.find(([label, size]) => whole >= (label === "mo" ? 2 * size : size)) ?? ["s", 1];
  const months = label === "y" && whole < 2 * size ? Math.floor((12 * (whole - size)) / size) : 0;
  return `${Math.floor(whole / size)} ${label}${months > 0 ? ` ${months} mo` : ""}`;
}

/** Shortens an id in the middle, keeping its prefix: "ts_2nXbQ…ZoCd" with four characters on each side. */
export function shortenId(id: string): string {
  const start = id.indexOf("_") + 1 + 4;
  return id.length <= start + 5 ? id : `${id.slice(0, start)}…${id.slice(-4)}`;
}

/** A count with its thousands apart: 10000 → "10,000". */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** The form of a noun or verb that a count asks for: "agent" with 1, else "agents", or what `many` says. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** A count with its noun, given by its forms or as a kind of resource has it: "1 change", "1,200 IP policies". */
export function counted(count: number, noun: string | { one: string; many: string }, many?: string): string {
  const { one, many: more } = typeof noun === "string" ? { one: noun, many } : noun;
  return `${formatCount(count)} ${plural(count, one, more)}`;
}

/** A text with a capital at its start. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "a", "a and b", "a, b and c"; "a, b and 4 more" beyond the first `most`. */
export const inWords = (parts: readonly unknown[], most = parts.length): string =>
  parts.length > most
    ? inWords([...parts.slice(0, most), `${formatCount(parts.length - most)} more`])
    : [parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean).join(" and ");
