import type { FleetAction } from "./action.ts";
import { leftWords, type Said } from "./action-text.ts";
import type { Departure } from "./departures.ts";

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
      const known = plain(url);
      const isNamed = known !== "" && (known.includes(wanted) || wanted.startsWith(`${known}/`));
      return isNamed ? [{ url, departure, said: leftWords(departure, actions) }] : [];
    }),
  );
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
