import { cx } from "./cx.ts";

const RING = "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z";

const SHAPES = {
  bad: `${RING}M6 6l4 4M10 6l-4 4`,
  behind: "M8 13V3.5M4 7.5l4-4 4 4",
  check: "m3 8.5 3.2 3.2L13 4.8",
  clock: `${RING}M8 4.5V8l2.3 1.5`,
  copy: "M7 5.5h5A1.5 1.5 0 0 1 13.5 7v5a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 12V7A1.5 1.5 0 0 1 7 5.5zM10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2",
  disconnect: "M6.5 2.5H4a1.5 1.5 0 0 0-1.5 1.5v8A1.5 1.5 0 0 0 4 13.5h2.5M10.5 5l3 3-3 3M13.5 8H6.5",
  down: "m4 6 4 4 4-4",
  edges: "m8 2 6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3",
  edit: "m10.5 3 2.5 2.5L5.5 13H3v-2.5z",
  ext: "M6.5 3H3v10h10V9.5M9 2.5h4.5V7M13.5 2.5 7.5 8.5",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM10 8A2 2 0 1 1 6 8a2 2 0 0 1 4 0z",
  "eye-off":
    "M3 3l10 10M6.3 3.8A6.5 6.5 0 0 1 8 3.5C12 3.5 14.5 8 14.5 8a11 11 0 0 1-1.8 2.3M4.2 4.9A10.5 10.5 0 0 0 1.5 8S4 12.5 8 12.5a6.5 6.5 0 0 0 3-.7",
  gate: "M2.5 14V7a5.5 5.5 0 0 1 11 0v7M5.5 14V7a2.5 2.5 0 0 1 5 0v7M1 14h14",
  globe: `${RING}M2 8h12M8 2c1.8 1.8 2.5 3.8 2.5 6S9.8 12.2 8 14C6.2 12.2 5.5 10.2 5.5 8S6.2 3.8 8 2z`,
  info: `${RING}M8 7.5v3.5M8 5h.01`,
  key: "M8.5 10.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM7.7 8.3l5.8-5.8M11 5l2 2",
  left: "m10 4-4 4 4 4",
  lock: "M4.5 7h7A1.5 1.5 0 0 1 13 8.5V12a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 12V8.5A1.5 1.5 0 0 1 4.5 7zM5 7V5a3 3 0 0 1 6 0v2",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  moon: "M13.5 9.5A6 6 0 1 1 6.5 2.5a4.8 4.8 0 0 0 7 7z",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  none: RING,
  off: `${RING}M5.5 8h5`,
  ok: `${RING}M5.5 8.2l1.8 1.8 3.3-3.7`,
  overview: "M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  plus: "M8 3v10M3 8h10",
  refresh: "M13.5 3v3.5H10M2.5 13V9.5H6M13.2 6.5A5.5 5.5 0 0 0 3.5 5M2.8 9.5A5.5 5.5 0 0 0 12.5 11",
  right: "m6 4 4 4-4 4",
  run: "M8 2a6 6 0 1 1-6 6",
  search: "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0zM10.5 10.5l3 3",
  sessions: "M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.01M5 11h.01",
  shield: "M8 2l5 1.7v4.1c0 3-2 5.1-5 6.2-3-1.1-5-3.2-5-6.2V3.7z",
  stop: "M4.5 3.5h7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z",
  sun: "M10.5 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1",
  terminal:
    "M3 2.5h10A1.5 1.5 0 0 1 14.5 4v8a1.5 1.5 0 0 1-1.5 1.5H3A1.5 1.5 0 0 1 1.5 12V4A1.5 1.5 0 0 1 3 2.5zM4.5 6l2 2-2 2M8.5 10h3",
  theme: `${RING}M8 2v12M9.5 3v10M11 3.8v8.4M12.5 5v6`,
  trash: "M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9",
  tunnels: "M2 8h12M5 5 2 8l3 3M11 5l3 3-3 3",
  undo: "M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6",
  up: "m4 10 4-4 4 4",
  warn: "M8 2.5 14.2 13.5H1.8zM8 6.5v3M8 11.5h.01",
  x: "m4 4 8 8M12 4l-8 8",
} as const;

export type IconName = keyof typeof SHAPES;

/** A 16 px line icon (12 in pills). Decoration only: the word beside it carries the meaning. */
export function Icon({
  name,
  size = 16,
  className,
  spin,
}: {
  name: IconName;
  size?: number;
  className?: string;
  spin?: boolean;
}) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === "more" ? 2 : size < 16 ? 1.75 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeDasharray={name === "none" ? "2 2.2" : undefined}
      className={cx("block flex-none", spin && "motion-safe:animate-turn", className)}
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
