import type { ReactNode } from "react";
import { describeError, isAbsent, staleCause } from "#api/errors.ts";
import { IconButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Age, clockTime } from "#ui/time.tsx";

type Fresh = { dataUpdatedAt: number; isFetching: boolean; error: unknown; refetch: () => unknown };

function words(query: Fresh, held: boolean): { text: ReactNode; dot: string; title?: string } {
  if (held) return { text: "refresh paused", dot: "inset-ring inset-ring-content-faint" };
  if (query.dataUpdatedAt === 0)
    return query.error
      ? { text: "not loaded", dot: "bg-warning", title: describeError(query.error, "load this").detail }
      : { text: "loading", dot: "bg-content-faint" };
  const age = <Age since={query.dataUpdatedAt} />;
  if (query.error) {
    const cause = describeError(query.error, "refresh").detail;
    return {
      text: (
        <>
          {staleCause(query.error)} for {age}
          <span className="max-md:hidden">, showing {clockTime(query.dataUpdatedAt)}</span>
        </>
      ),
      dot: "bg-warning",
      title: cause,
    };
  }
  return { text: <>as of {age} ago</>, dot: "bg-ok" };
}

/** How old what is shown is, or why it can't be renewed; with a button to renew it now. Nothing of what is gone. */
export function Freshness({ query, held = false }: { query: Fresh; held?: boolean }) {
  if (isAbsent(query.error)) return null;
  const { text, dot, title } = words(query, held);
  return (
    <div className="flex min-w-0 items-center gap-2 text-xs text-content-muted" title={title}>
      <span aria-hidden="true" className={cx("size-1.5 flex-none rounded-full", dot)} />
      <span className="relative max-w-80 truncate max-md:max-w-40">
        {text}
        {title ? <span className="sr-only"> ({title})</span> : null}
      </span>
      <IconButton
        icon="refresh"
        label="Refresh now"
        size="sm"
        onClick={() => void query.refetch()}
        className="max-md:hidden"
      />
    </div>
  );
}
