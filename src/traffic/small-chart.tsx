import { useState, type PointerEvent } from "react";
import { cx } from "#ui/cx.ts";
import { clockMinute, clockTime } from "#ui/time.tsx";
import { roundUp, type Slot } from "./slots.ts";

/** A line of a chart, or its bars: what it is called, and how it is told from the others without its colour. */
export type Mark = {
  of: "requests" | "errors" | "refused" | "p50" | "p95" | "p99";
  label: string;
  className: string;
  dash?: string;
};

type Props = {
  title: string;
  /** Beside the title: what all of it comes to. */
  total: string | readonly string[];
  slots: readonly Slot[];
  marks: readonly Mark[];
  draw: "bars" | "lines";
  format: (value: number) => string;
  /** All that it shows, in words. */
  label: string;
};

const HEIGHT = 100;

/** A number stays with what follows it: its unit. */
const together = (total: string) => total.replaceAll(/(?<=\d) /g, "\u00A0");

/** A small chart of a value over time. Pointing at it says what a bucket has; the table beside the charts says all. */
export function SmallChart({ title, total, slots, marks, draw, format, label }: Props) {
  const [pointed, setPointed] = useState<number | null>(null);
  const top = roundUp(Math.max(0, ...slots.flatMap((slot) => marks.map(({ of }) => slot[of] ?? 0))));
  const slot = pointed === null ? undefined : slots[pointed];
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(
      Math.max(0, Math.min(slots.length - 1, Math.floor(((clientX - left) / width) * slots.length))),
    );
  };
  const y = (value: number) => HEIGHT - (HEIGHT * value) / top;
  return (
    // Charts beside each other share their rows: one whose head has more lines moves the others down with it.
    <figure className="row-span-3 grid min-w-0 grid-rows-subgrid content-start gap-1">
      <figcaption className="grid content-start">
        <span className="font-strong">
          {title}
          <span className="sr-only">: {label}</span>
        </span>
        <span className="min-h-[2lh] text-xs text-content-muted">
          {slot ? (
            <Values {...{ slot, marks, format }} />
          ) : typeof total === "string" ? (
            together(total)
          ) : (
            <Apart texts={total} />
          )}
        </span>
      </figcaption>
      <div className="relative" onPointerMove={onPointerMove} onPointerLeave={() => setPointed(null)}>
        <span className="absolute -top-0.5 left-0 text-xs text-content-faint" aria-hidden="true">
          {format(top)}
        </span>
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${slots.length} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-20 w-full border-b border-line-strong"
        >
          {pointed === null ? null : (
            <rect x={pointed} y="0" width="1" height={HEIGHT} className="fill-surface-hover" />
          )}
          {draw === "bars"
            ? marks.map(({ of, className }) =>
                slots.map((one, index) =>
                  one[of] ? (
                    <rect
                      key={`${of} ${one.at}`}
                      x={index + 0.1}
                      width={0.8}
                      y={Math.min(HEIGHT - 2, y(one[of]))}
                      height={Math.max(2, HEIGHT - y(one[of]))}
                      className={cx("fill-current", className)}
                    />
                  ) : null,
                ),
              )
            : marks.map(({ of, className, dash }) => (
                <path
                  key={of}
                  d={pathOf(slots, of, y)}
                  vectorEffect="non-scaling-stroke"
                  strokeDasharray={dash}
                  className={cx("fill-none stroke-current stroke-2", className)}
                  strokeLinecap="round"
                />
              ))}
        </svg>
      </div>
      <div className="flex justify-between text-xs text-content-faint" aria-hidden="true">
        <span>{slots[0] ? clockMinute(slots[0].at) : ""}</span>
        <span>now</span>
      </div>
    </figure>
  );
}

function Values({ slot, marks, format }: Pick<Props, "marks" | "format"> & { slot: Slot }) {
  const values = marks.map(({ of, label }) => {
    const value = slot[of];
    const text = value === null ? "–" : format(value);
    return marks.length > 1 ? `${label} ${text}` : text;
  });
  return <Apart texts={[clockTime(slot.at), ...values]} />;
}

/** Texts that break between them alone. */
function Apart({ texts }: { texts: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      {texts.map((text) => (
        <span key={text}>{together(text)} </span>
      ))}
    </span>
  );
}

/** The line through the buckets that have a value; one that stands alone is a short stroke. */
function pathOf(slots: readonly Slot[], of: Mark["of"], y: (value: number) => number): string {
  let pen = false;
  return slots
    .map((slot, index) => {
      const value = slot[of];
      if (value === null) {
        pen = false;
        return "";
      }
      const start = pen ? "L" : `M${index + 0.3} ${y(value)}L`;
      pen = true;
      return `${start}${index + 0.7} ${y(value)}`;
    })
    .join("");
}
