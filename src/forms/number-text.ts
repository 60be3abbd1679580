/**
 * What a number field takes: whole numbers, any decimal, a share from 0 to 1 (where "50" probably means 50 %), or a length
 * of time in whole seconds ("8h", "1 h 30 min", "900").
 */
export type NumberKind = "integer" | "decimal" | "share" | "seconds";

export type NumberRead = { value: number } | { problem: string };

const PLAIN = /^-?(\d+\.?\d*|\.\d+)$/;
const EXAMPLES: Record<NumberKind, string> = {
  integer: "30",
  decimal: "0.5",
  share: "0.5",
  seconds: "30, 15 min or 8 h",
};

/**
 * Reads what somebody typed as a number, exactly or not at all: no rounding, no guessing. A text that isn't a plain
 * number gets a problem that says what to write instead. Bounds are the contract's business, except a share's percent.
 */
export function readNumber(typed: string, kind: NumberKind): NumberRead {
  const text = typed.trim();
  if (text === "") return { problem: wanted(kind) };
  if (!PLAIN.test(text)) {
    const seconds = kind === "seconds" ? readDuration(text) : null;
    if (seconds === null) return { problem: problemOf(text, kind) };
    return Number.isSafeInteger(seconds) ? { value: seconds } : { problem: WHOLE_SECONDS };
  }
  const value = Number(text) + 0;
  if (!sameDigits(text, writeNumber(value)))
    return { problem: `Too many digits. It would be saved as ${writeNumber(value)}.` };
  if (kind === "seconds" && !Number.isInteger(value)) return { problem: WHOLE_SECONDS };
  if (kind === "integer" && !Number.isInteger(value)) return { problem: "Enter a whole number." };
  if (kind === "share" && value > 1 && value <= 100) return { problem: percentHint(text, value) };
  return { value };
}

const WHOLE_SECONDS = "Enter whole seconds.";
const wanted = (kind: NumberKind) =>
  `Enter ${kind === "seconds" ? "a duration" : "a number"}. Example: ${EXAMPLES[kind]}`;

/** Seconds of each unit by the letters it may begin with, largest first. */
const UNITS: [unit: RegExp, seconds: number][] = [
  [/^(w|weeks?)$/i, 604_800],
  [/^(d|days?)$/i, 86_400],
  [/^(h|hrs?|hours?)$/i, 3600],
  [/^(m|mins?|minutes?)$/i, 60],
  [/^(s|secs?|seconds?)$/i, 1],
];
const PART = /^(\d+)(?:\.(\d{1,6}))?\s*([a-z]+)\s*/i;

/** Seconds of "8h", "1 h 30 min" or "1.5 h": each unit once, larger ones first. Null when it is no such text. */
function readDuration(text: string): number | null {
  let rest = text;
  let seconds = 0;
  let above = -1;
  while (rest !== "") {
    const [part = "", whole = "", decimals = "", letters = ""] = PART.exec(rest) ?? [];
    const rank = UNITS.findIndex(([unit]) => unit.test(letters));
    if (rank <= above) return null;
    const size = UNITS[rank]?.[1] ?? 0;
    // In whole numbers as long as it goes: 0.1 h is 360 s to the second.
    seconds += Number(whole) * size + (Number(decimals) * size) / 10 ** decimals.length;
    above = rank;
    rest = rest.slice(part.length);
  }
  return seconds;
}

/** The text of a number as a field shows it: plain digits wherever JavaScript has them. */
export function writeNumber(value: number): string {
  const text = String(value);
  return /e/.test(text) && Number.isInteger(value) ? BigInt(value).toString() : text;
}

/** Whether two texts are the same number, digit by digit: "1.50e3" and "1500". */
export function sameDigits(a: string, b: string): boolean {
  return digitsOf(a) === digitsOf(b);
}

/** A number's digits without zeros at either end, and the place of the last: "1.50e3" → "15e2". */
function digitsOf(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", decimals = ""] = mantissa.replace("-", "").split(".");
  const digits = (whole + decimals).replace(/^0+/, "");
  const trimmed = digits.replace(/0+$/, "");
  if (trimmed === "") return "0";
  const place = BigInt(exponent) - BigInt(decimals.length) + BigInt(digits.length - trimmed.length);
  return `${text.startsWith("-") ? "-" : ""}${trimmed}e${place}`;
}

function plainDigits(value: number): string {
  const text = writeNumber(value);
  const small = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text);
  if (!small) return text;
  const [, sign = "", head = "", tail = "", zeros = "0"] = small;
  return `${sign}0.${"0".repeat(Number(zeros) - 1)}${head}${tail}`;
}

function percentHint(text: string, percent: number): string {
  return `Enter a number from 0 to 1. ${text} % is ${writeNumber(Number((percent / 100).toPrecision(12)))}.`;
}

function problemOf(text: string, kind: NumberKind): string {
  const percent = /^(\d+(?:[.,]\d+)?)\s*%$/.exec(text)?.[1]?.replace(",", ".");
  if (percent !== undefined && kind === "share") return percentHint(percent, Number(percent));
  if (/^-?\d+(\.\d+)?e[+-]?\d+$/i.test(text)) return exponentProblem(text, kind);
  if (/^-?\d*,\d+$/.test(text) && kind !== "integer" && kind !== "seconds") {
    return `Use a decimal point: ${text.replace(",", ".").replace(/^(-?)\./, "$10.")}.`;
  }
  if (/^-?\d{1,3}([ ,.'’_\u00a0\u202f]\d{3})+$/.test(text)) {
    return `Remove the separators: ${text.replaceAll(/[^\d-]/g, "")}.`;
  }
  const unit = /^(-?\d+(?:\.\d+)?)\s*\p{L}+$/u.exec(text)?.[1];
  if (unit !== undefined && kind !== "seconds") return "Enter the number only, in the unit shown.";
  return wanted(kind);
}

function exponentProblem(text: string, kind: NumberKind): string {
  const value = Number(text);
  const plain = plainDigits(value);
  return Number.isFinite(value) && plain.length <= 16 ? `Enter it as ${plain}.` : wanted(kind);
}
