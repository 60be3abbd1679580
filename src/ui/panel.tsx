import { useId, type ReactNode } from "react";

/** A titled box. Tables and lists run edge to edge in it; wrap running content in your own padding (p-4). */
export function Panel({
  title,
  count,
  actions,
  footer,
  children,
  id,
}: {
  title: ReactNode;
  count?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
  id?: string;
}) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="min-w-0 rounded-md border border-line bg-surface-raised"
    >
      <header className="flex min-h-10 flex-wrap items-center gap-2 border-b border-line py-1 pr-2 pl-4 max-md:py-2.5">
        <h2 id={heading} className="text-sm">
          {title}
        </h2>
        {count === undefined ? null : <span className="text-xs text-content-faint">{count}</span>}
        {actions ? (
          <div className="ml-auto flex flex-wrap items-center justify-end gap-2">{actions}</div>
        ) : null}
      </header>
      {children}
      {footer ? (
        <footer className="border-t border-line px-4 py-2 text-xs text-content-muted">{footer}</footer>
      ) : null}
    </section>
  );
}
