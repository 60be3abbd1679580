import { breakable } from "#ui/breakable.tsx";
import { Link } from "react-router-dom";
import { idColumn } from "#table/id-column.tsx";
import type { Column } from "#table/column.ts";

/** A row that an agent serves: a tunnel or an endpoint, and what is known around it. */
export type ServedRow = {
  id: string;
  item: { proto?: Text; region?: Text; metadata?: Text; public_url?: Text };
  /** Its URL, or what it is called without one. */
  name: string;
  /** Its metadata as one line. */
  metadata: string;
};
type Text = string | null | undefined;

export const muted = "text-content-muted";

/** The column that names a row, a link to its page. */
export function publicUrlColumn<T extends ServedRow>(
  toOf: (id: string) => string,
): Pick<Column<T>, "id" | "width" | "place" | "value" | "sort" | "cell"> {
  return {
    id: "public_url",
    width: "minmax(14rem, 1fr)",
    place: "lead",
    value: ({ name }) => name,
    sort: "lower",
    cell: ({ id, name }) => (
      <Link
        to={toOf(id)}
        title={name}
        className="font-strong hover:underline in-data-stacked:inline-block in-data-stacked:min-h-6"
      >
        {breakable(name)}
      </Link>
    ),
  };
}

/** The column of a row's id, hidden at first. */
export const hiddenIdColumn = <T extends ServedRow>(): Column<T> => ({
  ...idColumn(),
  width: "9rem",
  place: "sub",
  hidden: true,
});

/** The column of a row's protocol, in these words. */
export const protoColumn = <T extends ServedRow>(wordsOf: (item: T["item"]) => string): Column<T> => ({
  id: "proto",
  head: "Protocol",
  width: "4.5rem",
  place: "sub",
  className: muted,
  value: ({ item }) => item.proto ?? "",
  sort: "value",
  search: true,
  facets: [{ of: ({ item }) => wordsOf(item) }],
  cell: ({ item }) => wordsOf(item),
});

/** The column of a row's region. */
export const regionColumn = <T extends ServedRow>(): Column<T> => ({
  id: "region",
  head: "Region",
  width: "4rem",
  place: "sub",
  className: muted,
  value: ({ item }) => item.region ?? "",
  sort: "value",
  search: true,
  facets: true,
  cell: ({ item }) => item.region || "–",
});

/** The column of a row's metadata, on one line. */
export const metadataColumn = <T extends ServedRow>(): Column<T> => ({
  id: "metadata",
  head: "Notes",
  width: "9rem",
  place: "drop",
  className: muted,
  value: ({ item }) => item.metadata ?? "",
  sort: ({ metadata }) => metadata.toLowerCase(),
  search: true,
  cell: ({ item, metadata }) => <span title={item.metadata ?? undefined}>{metadata || "–"}</span>,
});
