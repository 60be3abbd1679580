/** What stands in JSON as itself. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A text in JSON. */
export const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

/** Milliseconds in JSON, to the microsecond: whole numbers become text in a fraction of the time. */
export function msText(ms: number): string {
  const all = Math.round(ms * 1_000);
  if (!(all >= 0)) return String(all / 1_000);
  const rest = all % 1_000;
  const whole = (all - rest) / 1_000;
  return rest === 0 ? `${whole}` : `${whole}.${String(1_000 + rest).slice(1)}`;
}

let second = { at: Number.NaN, text: "" };

/** RFC 3339 of milliseconds since 1970. Times of one second differ in their end only. */
export function timeText(at: number): string {
  const ms = at % 1_000;
  if (second.at !== at - ms) second = { at: at - ms, text: new Date(at).toISOString().slice(0, 20) };
  return `${second.text}${String(1_000 + ms).slice(1)}Z`;
}
