import type { TunnelSession } from "#contract/tunnel-session.ts";
import { labelText } from "#resources/tunnel-names.ts";
import { counted, plural } from "#ui/format.ts";
import { Note } from "#ui/note.tsx";
import { useNow } from "#ui/time.tsx";
import { addressChanges } from "./address-changes.ts";
import { claimsOf, lineageOf, predecessorsOf } from "./lineage.ts";
import { labelledInstead, OPENING_MS } from "./served-again.ts";
import { useActions, useDepartures } from "./use-fleet.ts";
import { useServed } from "./use-served.ts";

/**
 * Over an agent that came back by itself: each address that it served before and serves now at another, or no longer. What a
 * restart of this visit changed is in its report.
 */
export function MovedNote({ session: { id, started_at: start } }: { session: TunnelSession }) {
  const { served } = useServed();
  const left = useDepartures();
  const actions = useActions();
  const now = useNow(5_000);
  if (!served) return null;
  const told = new Set(claimsOf(actions).values());
  const before = lineageOf(id, predecessorsOf(actions, left)).filter((one) => one !== id && !told.has(one));
  const own = served.tunnels.filter(({ tunnel_session: by }) => by?.id === id);
  const changes = left.flatMap(({ session, served: tunnels = [] }) => {
    const urls = before.includes(session.id) ? tunnels.flatMap(({ public_url: url }) => url ?? []) : [];
    return addressChanges(urls, tunnels, id, served).map(({ from, to }) => {
      const gone = tunnels.find(({ public_url: url }) => url === from);
      return { from, to, instead: gone && labelledInstead(gone, tunnels, own) };
    });
  });
  // Once for each address, however often its agent came back since.
  const all = [...new Map(changes.map((one) => [one.from, one])).values()];
  const moved = all.filter(({ to }) => to !== null);
  const away = Date.parse(start) + OPENING_MS < now ? all.filter(({ to }) => to === null) : [];
  const lost = away.filter(({ instead }) => !instead);
  const chosen = away.filter(({ instead }) => instead);
  return (
    <>
      {moved.length > 0 ? (
        <Note tone="warn">
          <strong>{counted(moved.length, "address", "addresses")} changed:</strong>
          <List of={moved.map(({ from, to }) => `${from} → ${to}`)} />
        </Note>
      ) : null}
      {lost.length > 0 ? (
        <Note tone="warn">
          <Offline count={lost.length} />
          <List of={lost.map(({ from }) => from)} />
          This agent came back without {plural(lost.length, "it", "them")}. Check its tunnels on its host.
        </Note>
      ) : null}
      {chosen.length > 0 ? (
        <Note>
          <Offline count={chosen.length} />
          <List of={chosen.map(({ from, instead }) => `${from} → ${labelText(instead?.labels)}`)} />
          {plural(chosen.length, "Its tunnel has", "Their tunnels have")} labels now.
        </Note>
      ) : null}
    </>
  );
}

function List({ of }: { of: readonly string[] }) {
  return (
    <ul>
      {of.map((one) => (
        <li key={one} className="wrap-anywhere">
          {one}
        </li>
      ))}
    </ul>
  );
}

const Offline = ({ count }: { count: number }) => (
  <strong>
    {counted(count, "URL")} {plural(count, "is", "are")} offline:
  </strong>
);
