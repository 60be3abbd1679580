import { cx } from "./cx.ts";

/** The place of a text that is being loaded. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx("block h-3 rounded-sm bg-surface-hover", className)} />;
}

const WIDTHS = ["w-40", "w-32", "w-66"];

/** Rows of a table that is being loaded; says so once to assistive tech. */
export function SkeletonRows({ rows = 8, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <output aria-label={label} className="block">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-row items-center gap-6 border-b border-line px-4">
          <Skeleton className={WIDTHS[row % WIDTHS.length]} />
          <Skeleton className="w-16 max-md:hidden" />
          <Skeleton className="w-24 max-md:hidden" />
          <Skeleton className="ml-auto w-20" />
        </div>
      ))}
    </output>
  );
}
