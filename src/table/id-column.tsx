import { CopyId } from "#ui/copy-id.tsx";
import type { Column, Identified } from "./column.ts";

/** The column of a row's id. */
export function idColumn<T extends Identified>(): Column<T> {
  return {
    id: "id",
    head: "ID",
    width: "8.5rem",
    place: "sub",
    value: ({ id }) => id,
    search: true,
    cell: ({ id }) => <CopyId id={id} />,
  };
}
