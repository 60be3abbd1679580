import { Fragment } from "react";
import { Link } from "react-router-dom";
import { byReason } from "./reasons.ts";

/** Who is skipped; `to` = its page, where it has one and nothing is lost by leaving. */
type Skipped = { id: string; name: string; reason: string; to?: string | undefined };

/** Who is skipped: each reason once, in their number, with the agents that it is for. */
export function SkippedList({ of }: { of: readonly Skipped[] }) {
  return (
    <ul className="text-content-muted">
      {byReason(of).map(([reason, alike]) => (
        <li key={reason} className="wrap-anywhere">
          <strong className="font-strong">
            {alike.map(({ id, name, to }, i) => (
              <Fragment key={id}>
                {i > 0 ? "; " : ""}
                {to === undefined ? (
                  name
                ) : (
                  <Link to={to} className="link">
                    {name}
                  </Link>
                )}
              </Fragment>
            ))}
          </strong>
          <span className="block">{reason}</span>
        </li>
      ))}
    </ul>
  );
}
