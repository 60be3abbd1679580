import type { ReactNode } from "react";
import { describeError, staleCause } from "#api/errors.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/note.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Age, clockTime } from "#ui/time.tsx";
import { ErrorDetails, ErrorNote } from "#components/error-note.tsx";

/** What the states of a list need to know of its query. */
export type Read = {
  dataUpdatedAt: number;
  error: unknown;
  isPending: boolean;
  isFetching?: boolean;
  refetch: () => unknown;
};

type Props = {
  /** Plural name of the rows: "sessions". */
  noun: string;
  query: Read;
  /** Is anything to be shown, a part of the list included? */
  some: boolean;
  /** Shown instead of the table when the whole list is there and empty. */
  empty: ReactNode;
  children: ReactNode;
};

/** The states every list has: loading, failed, stale, empty, shown. */
export function ListFrame({ noun, query, some, empty, children }: Props) {
  const retry = () => query.refetch();
  if (some) {
    return (
      <>
        {query.error ? <Stale noun={noun} query={query} onRetry={retry} /> : null}
        {children}
      </>
    );
  }
  if (query.error) return <ErrorNote error={query.error} tried={`load ${noun}`} onRetry={retry} />;
  if (query.isPending) return <SkeletonRows label={`Loading ${noun}`} />;
  return empty;
}

function Stale({ noun, query, onRetry }: { noun: string; query: Read; onRetry: () => unknown }) {
  const { detail, ...named } = describeError(query.error, `load ${noun}`);
  const known =
    query.dataUpdatedAt === 0 ? (
      "The list is incomplete."
    ) : (
      <>
        {staleCause(query.error)} for <Age since={query.dataUpdatedAt} />, showing{" "}
        {clockTime(query.dataUpdatedAt)}.
      </>
    );
  return (
    <Note
      tone="warn"
      actions={
        <Button size="sm" icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {known} {detail}
      <ErrorDetails {...named} />
    </Note>
  );
}
