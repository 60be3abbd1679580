import type { FleetAction } from "./action.ts";
import { leftWords, type Said } from "./action-text.ts";
import type { Tunnel } from "#contract/tunnel.ts";
import type { Departure } from "./departures.ts";
import { successorOf } from "./successor-of.ts";

/** A public URL that went with its agent during this visit. */
export type GoneUrl = {
  url: string;
  departure: Departure;
  /** How its agent left. */
  said: Said;
};

/** A URL without its scheme, default port and last slash, in lower case. */
const plain = (url: string): string =>
  url
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .replace(/[?#].*$/, "")
    .replace(/:(443|80)(?=\/|$)/, "")
    .replace(/\/$/, "");

/** Fewer letters than these name no URL. */
const SHORTEST = 4;

/** Is it what was typed, as a whole, in part or as a path below? */
function isNamed(url: string, wanted: string): boolean {
  const known = plain(url);
  return known !== "" && (known.includes(wanted) || wanted.startsWith(`${known}/`));
}

/** The URLs that `typed` names, as a whole, in part or as a path below, of agents that left and are not back. The latest first. */
export function goneUrls(
  typed: string,
  left: readonly Departure[],
  actions: readonly FleetAction[],
): GoneUrl[] {
  const wanted = plain(typed);
  if (wanted.length < SHORTEST) return [];
  return awayOf(left, actions).flatMap((departure) =>
    urlsOf(departure, actions).flatMap((url) => {
      return isNamed(url, wanted) ? [{ url, departure, said: leftWords(departure, actions) }] : [];
    }),
  );
}

/** A public URL whose agent came back with others. */
type MovedUrl = { url: string; departure: Departure; now: readonly Tunnel[] };

/** The URLs that `typed` names of agents that left and are back without them, with what those serve now. The latest first. */
export function movedUrls(
  typed: string,
  { left, actions }: { left: readonly Departure[]; actions: readonly FleetAction[] },
  online: readonly Tunnel[],
): MovedUrl[] {
  const wanted = plain(typed);
  if (wanted.length < SHORTEST) return [];
  const served = new Set(online.flatMap(({ public_url: url }) => url ?? []));
  return left.toReversed().flatMap((departure) => {
    const back = successorOf(actions, departure.session.id, left);
    const now = online.filter(({ tunnel_session: session }) => back !== null && session?.id === back);
    if (now.length === 0) return [];
    return urlsOf(departure, actions).flatMap((url) => {
      return isNamed(url, wanted) && !served.has(url) ? [{ url, departure, now }] : [];
    });
  });
}

/** Who left and is not back, the latest first: as the list was seen without it, or as a command was seen to end it. */
function awayOf(left: readonly Departure[], actions: readonly FleetAction[]): Departure[] {
  const told = actions.flatMap(({ session, state, leftAt }): Departure[] =>
    leftAt === undefined || ("successorId" in state && state.successorId)
      ? []
      : [{ session, seenAt: leftAt, leftAt }],
  );
  const all = new Map([...told, ...left].map((one) => [one.session.id, one]));
  return [...all.values()].filter(({ back }) => back === undefined).toReversed();
}

/** What went with it: its tunnels as last read, which may be before they were, and what its command was to take offline. */
function urlsOf({ session, served = [] }: Departure, actions: readonly FleetAction[]): string[] {
  const own = actions.filter(({ sessionId }) => sessionId === session.id).flatMap(({ urls }) => urls);
  return [...new Set([...served.flatMap(({ public_url: url }) => url ?? []), ...own])];
}
