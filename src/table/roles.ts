/**
 * Table elements lose their implicit roles in some browsers once CSS gives them another display, so each role is given
 * outright. As an object: the linter takes a role attribute that repeats the element's own for a slip.
 */
export const ROLES = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  columnheader: { role: "columnheader" },
  cell: { role: "cell" },
} as const;
