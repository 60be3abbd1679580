import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { formatCount } from "#ui/format.ts";
import { isFailing } from "./endpoint-columns.tsx";
import type { EndpointRow } from "./endpoint-rows.ts";

/** How many there are; those that fail, in whole or in part, are counted apart and found by a click. */
export function EndpointCounts({ rows }: { rows: readonly EndpointRow[] }) {
  const failing = rows.filter(isFailing).length;
  return (
    <>
      <span>{formatCount(rows.length)} active</span>
      {failing > 0 ? (
        <Link to={href.endpoints("?failing=yes")} className="link-quiet">
          {formatCount(failing)} failing
        </Link>
      ) : null}
    </>
  );
}
