import { Link } from "react-router-dom";
import { href } from "#resources/paths.ts";
import { formatCount } from "#ui/format.ts";
import { statusOf } from "./endpoint-columns.tsx";
import type { EndpointRow } from "./endpoint-rows.ts";

/** How many there are; those that fail, in whole or in part, are counted apart and found by a click. */
export function EndpointCounts({ rows }: { rows: readonly EndpointRow[] }) {
  const failing = rows.map(statusOf).filter(({ tone }) => tone === "bad" || tone === "warn");
  const search = new URLSearchParams(
    [...new Set(failing.map(({ text }) => text))].map((text) => ["status", text]),
  );
  return (
    <>
      <span>{formatCount(rows.length)} active</span>
      {failing.length > 0 ? (
        <Link to={href.endpoints(`?${search}`)} className="link-quiet">
          {formatCount(failing.length)} failing
        </Link>
      ) : null}
    </>
  );
}
