import type { ReactNode } from "react";
import { isAbsent } from "#api/errors.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Note } from "#ui/note.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { ErrorNote } from "./error-note.tsx";

type Query<T> = { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };

/**
 * What a page shows of a query: rows to come while it loads, the failure when nothing arrived, and over what did arrive
 * the reason why it could not be renewed. `absent` replaces the failure when the service says that it does not exist.
 */
export function QueryGate<T>({
  query,
  tried,
  loading = <SkeletonRows />,
  absent,
  editing = false,
  children,
}: {
  query: Query<T>;
  /** Verb first: "load the keys". */
  tried: string;
  loading?: ReactNode;
  absent?: ReactNode;
  /** What arrived is being edited: it stays, with what was typed, also when it was deleted meanwhile. */
  editing?: boolean;
  children: (data: T) => ReactNode;
}) {
  const { data, error } = query;
  const isGone = error !== null && isAbsent(error);
  const isHeld = editing && data !== undefined;
  if (isGone && absent && !isHeld) return absent;
  const problem =
    isGone && isHeld ? (
      <Note tone="bad">It was deleted. Your changes are still here, so you can copy them.</Note>
    ) : error ? (
      <ErrorNote error={error} tried={tried} onRetry={() => query.refetch()} />
    ) : null;
  if (data === undefined) return problem ?? loading;
  return (
    <>
      {problem}
      {children(data)}
    </>
  );
}

/** What a query read, unless the service says by now that it is gone: what can be done with it is offered no more. */
export const thereOf = <T,>({ data, error }: Pick<Query<T>, "data" | "error">): T | undefined =>
  isAbsent(error) ? undefined : data;

/** In place of something that the service does not know; `known` = it did before. */
export function Absent(props: { what: string; id: string; back: ReactNode; known?: boolean }) {
  const { what, id, back, known } = props;
  return (
    <EmptyState title={known ? `This ${what} was deleted` : `No such ${what}`} actions={back}>
      <p>
        <code className="font-mono text-xs wrap-anywhere">{id}</code>
        {known ? null : " may have been deleted, or the link may be wrong."}
      </p>
    </EmptyState>
  );
}
