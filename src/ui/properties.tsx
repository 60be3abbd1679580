import type { ReactNode } from "react";

/** Names and values in two columns. */
export function Properties({ rows }: { rows: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid items-baseline grid-cols-[6.5rem_minmax(0,1fr)]">
      {rows.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="min-h-7 py-1 text-content-muted">{label}</dt>
          <dd className="min-h-7 min-w-0 py-1 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
