import { counted } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { addressChanges } from "./address-changes.ts";
import type { Departure } from "./departures.ts";
import { useServed } from "./use-served.ts";

/**
 * Over an agent that came back by itself: each address that it served before and serves now at another. What a restart of
 * this visit changed is in its report.
 */
export function MovedNote({ before, id }: { before: Departure; id: string }) {
  const { served } = useServed();
  const tunnels = before.served ?? [];
  const urls = tunnels.flatMap(({ public_url: url }) => url ?? []);
  const moved = served ? addressChanges(urls, tunnels, id, served).filter(({ to }) => to !== null) : [];
  if (moved.length === 0) return null;
  return (
    <Note tone="warn">
      <strong>{counted(moved.length, "address", "addresses")} changed:</strong>
      <ul>
        {moved.map(({ from, to }) => (
          <li key={from} className="wrap-anywhere">
            {from} → {to}
          </li>
        ))}
      </ul>
    </Note>
  );
}
