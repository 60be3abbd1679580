import { groupBy } from "#resources/group-by.ts";

/** Who is skipped: each reason once, with the agents that it is for. */
export function SkippedList({ of }: { of: readonly { name: string; reason: string }[] }) {
  return (
    <ul className="text-content-muted">
      {[...groupBy(of, ({ reason }) => reason)].map(([reason, alike]) => (
        <li key={reason} className="wrap-anywhere">
          <strong className="font-strong">{alike.map(({ name }) => name).join("; ")}</strong>
          <span className="block">{reason}</span>
        </li>
      ))}
    </ul>
  );
}
