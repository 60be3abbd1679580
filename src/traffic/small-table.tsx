import type { ReactNode } from "react";

/** A table of figures: a row of heads, and what the rows hold. */
export function SmallTable(props: { className: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <table className={`[&_td]:p-1 [&_th]:p-1 [&_th]:text-content-muted ${props.className}`}>
      <thead>
        <tr>
          {props.heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  );
}
