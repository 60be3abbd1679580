import { cx } from "./cx.ts";
import type { IconName } from "./icon-shapes.ts";

export type { IconName };

/** A 16 px line icon (12 in pills), drawn once in index.html (icon-shapes.ts). Decoration only: the word beside it carries the meaning. */
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
      <use href={`#icon-${name}`} />
    </svg>
  );
}
