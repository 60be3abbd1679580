import { formatCount } from "./format.ts";

/** Longest text drawn, in characters; as a heading or link; in a block of code, where texts are read as a whole; in a field. */
export const SHOWN_MAX = 1_000;
export const NAME_MAX = 300;
const CODE_MAX = 20_000;
const FIELD_MAX = 600_000;

/** The beginning of a text that is longer than `most` characters, and how long it is: layout takes 1 µs a character. */
export function clip(text: string, most: number = SHOWN_MAX): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
  return `${start}… ${formatCount(text.length)} characters, first ${formatCount(most)} shown`;
}

const isLong = (value: unknown, most: number): value is string =>
  typeof value === "string" && value.length > most;

type Props = Readonly<Record<string, unknown>>;

/**
 * The properties of an element with its texts clipped: what a service answers may be of any length, and a text of 10 MB
 * stops the browser for 12 s wherever it is drawn. A field shows the beginning of what no field may hold: the text stays
 * whole until somebody writes another one.
 */
export function clippedProps(type: unknown, props: Props): Props {
  // A component of ours gets everything whole: what it copies or counts is not what it draws. Those of libraries are objects.
  if (typeof type === "function") return props;
  const { children, value } = props;
  if (isLong(value, FIELD_MAX)) return { ...props, value: clip(value) };
  const name = typeof type === "object" || type === "a" || type === "h1" || type === "h2";
  const most = type === "pre" ? CODE_MAX : name ? NAME_MAX : SHOWN_MAX;
  const shown = (child: unknown) => (isLong(child, most) ? clip(child, most) : child);
  if (Array.isArray(children))
    return children.some((child) => isLong(child, most))
      ? { ...props, children: children.map(shown) }
      : props;
  return isLong(children, most) ? { ...props, children: shown(children) } : props;
}
