/** What becomes of a URL: it stays online, is offline for a moment, goes offline, or fails already. */
export type Course = "up" | "blink" | "dark" | "off";

const COURSES: Record<Course, { on: string; tone: string }> = {
  up: { on: "M2 4H38", tone: "text-ok" },
  blink: { on: "M2 4H14M26 4H38", tone: "text-warning" },
  dark: { on: "M2 4H14", tone: "text-danger" },
  off: { on: "", tone: "text-content-muted" },
};

/** A URL’s course as a line, dotted while it is offline. What it means is said beside it. */
export function CourseLine({ of }: { of: Course }) {
  const { on, tone } = COURSES[of];
  return (
    <svg viewBox="0 0 40 8" className={`mt-1.5 h-2 w-10 flex-none ${tone}`} aria-hidden="true">
      <path
        d="M2 4H38"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="0 4"
      />
      <path d={on} fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
