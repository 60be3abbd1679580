import type { ReactNode } from "react";

/** What to do next when there is nothing to show. */
export function EmptyState({
  title,
  children,
  actions,
}: {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <section className="mx-auto flex w-full max-w-2xl flex-col gap-4 px-4 py-12 wrap-anywhere">
      <h2>{title}</h2>
      <div className="text-content-muted">{children}</div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </section>
  );
}
