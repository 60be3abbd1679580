import { useQuery, useQueryClient, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import type { ScannedList } from "#api/scanned-list.ts";
import type { JsonObject } from "#forms/json.ts";
import type { Kind } from "#resources/kinds.ts";
import { madeBy } from "#resources/writes.ts";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { CreateProblem } from "./create-problem.tsx";

type Row = { id: string };

/** A kind of what is created, and its list. */
export type Listed = Pick<Kind, "noun" | "page"> &
  Pick<ScannedList<Row>, "always"> & { query: { queryKey: QueryKey }; nameOf: (row: never) => string };

/** A creation whose answer was lost: when, what was sent for which values, and what there was before; null where nobody knew. */
export type Lost = { at: number; body: JsonObject; values: object; known: ReadonlySet<string> | null };

export function knownIds(client: QueryClient, { query }: Listed): Lost["known"] {
  const rows = client.getQueryData<Row[]>(query.queryKey);
  return rows ? new Set(rows.map(({ id }) => id)) : null;
}

/** What came of it, as the list says that was read since: what was created, null = it is not there; undefined until then. */
export function useLost(of: Listed, lost: Lost | null): Row | null | undefined {
  const client = useQueryClient();
  const known = lost?.known ?? null;
  const { queryKey } = of.query;
  const { data, dataUpdatedAt } = useQuery({
    ...(of.query as Pick<ScannedList<Row>, "query">["query"]),
    enabled: known !== null,
    refetchInterval: of.always(5_000),
  });
  useEffect(() => {
    // What is being read may be older than what was sent.
    if (lost?.known) void client.refetchQueries({ queryKey, exact: true });
  }, [client, lost, queryKey]);
  if (!lost || known === null || data === undefined || dataUpdatedAt <= lost.at) return undefined;
  return madeBy(lost.body, known, data)[0] ?? null;
}

/** In place of a failure whose request may have worked: that it did or did not, once that is known. */
export function LostCreation(props: {
  of: Listed;
  one: string;
  error: unknown;
  lost: Lost;
  row: Row | null | undefined;
  /** What the answer alone held: "Its token can’t be shown again". */
  held: string | undefined;
}) {
  const { of, one, error, lost, row, held } = props;
  const the = `The ${one}`;
  if (!row) {
    const says = lost.known
      ? `${the} may exist. We check once the service answers.`
      : `${the} may exist. Check the list of ${of.noun.many} before you try again.`;
    const unsure = row === null ? `${the} doesn’t exist. You can safely try again.` : says;
    return <CreateProblem error={error} one={one} unsure={unsure} />;
  }
  return (
    <Note tone="warn">
      <strong>{the} was created</strong>
      <p>
        Its answer was lost. Open{" "}
        <Link to={of.page(row) ?? ""} target="_blank" className="link">
          {of.nameOf(row as never)} <Icon name="ext" size={12} className="inline align-baseline" />
          <span className="sr-only">in a new tab</span>
        </Link>
        . {held ? `${held}. Delete it before you try again.` : null}
      </p>
    </Note>
  );
}
